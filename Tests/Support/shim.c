// Makes one system call of a program fail, or records them. Loaded before the C library by
// LD_PRELOAD, on Linux.
//
//   FAULT=NAME:POSITION:ERRNO   the call of this name and position, counted from 0, fails; with the
//                               number 0 a read or a write takes half of the bytes instead
//   FAULT_LOG=PATH              records each call once it has returned, a line each: its name, and
//                               after tabs the paths that it has changed; before the program writes
//                               to its standard output, "said"
//
// Counted are the calls that the program itself makes and those of Swift's overlay of the C
// library, which stands between the two. What Foundation and Dispatch call is theirs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

static struct { unsigned long start, end; } ranges[8];
static int range_count, log_descriptor = -1, fault_errno;
static char fault_name[32];
static long fault_position = -1;
static atomic_long fault_calls;

static int note_range(struct dl_phdr_info *info, size_t size, void *first) {
  int is_program = *(int *)first;
  *(int *)first = 0;
  if (!is_program && !strstr(info->dlpi_name, "libswiftGlibc")) return 0;
  for (int i = 0; i < info->dlpi_phnum && range_count < 8; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    ranges[range_count].start = info->dlpi_addr + header->p_vaddr;
    ranges[range_count++].end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  int first = 1;
  dl_iterate_phdr(note_range, &first);
  const char *fault = getenv("FAULT"), *path = getenv("FAULT_LOG");
  if (fault) sscanf(fault, "%31[^:]:%ld:%d", fault_name, &fault_position, &fault_errno);
  int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
  int opened = path ? syscall(SYS_openat, AT_FDCWD, path, flags, 0600) : -1;
  // Above the descriptors that a program counts on.
  if (opened >= 0) log_descriptor = syscall(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 200);
}

static int is_counted(void *caller) {
  unsigned long address = (unsigned long)caller;
  for (int i = 0; i < range_count; i++)
    if (address >= ranges[i].start && address < ranges[i].end) return 1;
  return 0;
}

enum { NONE = -1, SHORT = 0 };

// What becomes of this call: NONE, SHORT or an error number.
static int outcome(const char *name, void *caller) {
  if (strcmp(name, fault_name) != 0 || !is_counted(caller)) return NONE;
  return atomic_fetch_add(&fault_calls, 1) == fault_position ? fault_errno : NONE;
}

// Records a call, with the path of a descriptor, or one path or two, and returns its result. Works
// in a signal handler.
static long done(
  const char *name, void *caller, long result, int descriptor, const char *from, const char *to) {
  if (log_descriptor < 0 || !is_counted(caller)) return result;
  int error = errno;
  char link[40], path[1024] = "", line[2200];
  if (descriptor >= 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    // The system follows links and renames.
    if (syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1) > 0) from = path;
  }
  int has_changed = result >= 0 && from;
  int length = snprintf(
    line, sizeof line, "%s%s%s%s%s\n", name, has_changed ? "\t" : "", has_changed ? from : "",
    has_changed && to ? "\t" : "", has_changed && to ? to : "");
  syscall(SYS_write, log_descriptor, line, length);
  errno = error;
  return result;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define CALLER __builtin_return_address(0)
#define FAULT(name) int fault = outcome(#name, CALLER);
#define FAIL(name) FAULT(name) if (fault > 0) { errno = fault; return -1; }
#define HALF(count) if (fault == SHORT && (count) > 1) count /= 2;
#define MAKE(name, descriptor, from, to, ...) \
  return done(#name, CALLER, REAL(name)(__VA_ARGS__), descriptor, from, to);

int open(const char *path, int flags, ...) {
  va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list);
  FAIL(open) MAKE(open, -1, flags & (O_CREAT | O_TRUNC) ? path : NULL, NULL, path, flags, mode)
}
int fcntl(int d, int command, ...) {
  va_list list; va_start(list, command); void *argument = va_arg(list, void *); va_end(list);
  FAIL(fcntl) MAKE(fcntl, -1, NULL, NULL, d, command, argument)
}
ssize_t read(int d, void *b, size_t n) { FAIL(read) HALF(n) MAKE(read, -1, NULL, NULL, d, b, n) }
ssize_t pread(int d, void *b, size_t n, off_t o) {
  FAIL(pread) HALF(n) MAKE(pread, -1, NULL, NULL, d, b, n, o)
}
ssize_t write(int d, const void *b, size_t n) {
  FAIL(write) HALF(n)
  // Before the call, so that what happens beside it counts as later.
  if (d == 1 && log_descriptor >= 0) syscall(SYS_write, log_descriptor, "said\n", 5);
  MAKE(write, d, NULL, NULL, d, b, n)
}
ssize_t pwrite(int d, const void *b, size_t n, off_t o) {
  FAIL(pwrite) HALF(n) MAKE(pwrite, d, NULL, NULL, d, b, n, o)
}
int fsync(int d) { FAIL(fsync) MAKE(fsync, d, NULL, NULL, d) }
int ftruncate(int d, off_t n) { FAIL(ftruncate) MAKE(ftruncate, d, NULL, NULL, d, n) }
int rename(const char *p, const char *q) { FAIL(rename) MAKE(rename, -1, p, q, p, q) }
int link(const char *p, const char *q) { FAIL(link) MAKE(link, -1, p, q, p, q) }
int unlink(const char *p) { FAIL(unlink) MAKE(unlink, -1, p, NULL, p) }
int mkdir(const char *p, mode_t m) { FAIL(mkdir) MAKE(mkdir, -1, p, NULL, p, m) }
// Linux has closed the descriptor also when it reports an error.
int close(int d) {
  FAULT(close)
  int result = done("close", CALLER, REAL(close)(d), -1, NULL, NULL);
  if (fault <= 0) return result;
  errno = fault;
  return -1;
}

#define CALL(type, name, parameters, ...) \
  type name parameters { FAIL(name) MAKE(name, -1, NULL, NULL, __VA_ARGS__) }
CALL(off_t, lseek, (int d, off_t o, int w), d, o, w)
CALL(int, fchmod, (int d, mode_t m), d, m)
CALL(int, stat, (const char *p, struct stat *s), p, s)
CALL(int, fstat, (int d, struct stat *s), d, s)
CALL(int, lstat, (const char *p, struct stat *s), p, s)
CALL(int, pipe, (int ends[2]), ends)
CALL(int, poll, (struct pollfd *p, nfds_t n, int t), p, n, t)
CALL(int, sigaction, (int s, const struct sigaction *a, struct sigaction *f), s, a, f)
CALL(int, sigpending, (sigset_t *s), s)
CALL(int, kill, (pid_t p, int s), p, s)
CALL(pid_t, tcgetpgrp, (int d), d)
CALL(int, tcgetattr, (int d, struct termios *t), d, t)
CALL(int, tcsetattr, (int d, int w, const struct termios *t), d, w, t)
int isatty(int d) {
  FAULT(isatty)
  if (fault > 0) { errno = fault; return 0; }
  MAKE(isatty, -1, NULL, NULL, d)
}

// These return the error's number.
#define NUMBER_CALL(name, parameters, ...) \
  int name parameters { \
    FAULT(name) if (fault > 0) return fault; \
    MAKE(name, -1, NULL, NULL, __VA_ARGS__) \
  }
NUMBER_CALL(
  pthread_create, (pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *c), t, a, f, c)
NUMBER_CALL(pthread_sigmask, (int how, const sigset_t *s, sigset_t *f), how, s, f)
