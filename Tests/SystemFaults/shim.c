// Makes one system call of a program fail. Loaded before the C library by LD_PRELOAD, on Linux.
//
//   FAULT_LOG=PATH              writes the name of each call, a line each
//   FAULT=NAME:POSITION:ERRNO   the call of this name and position, counted from 0, fails; with the
//                               number 0 a read or a write takes half of the bytes instead
//
// Counted are the calls that the program itself makes and those of Swift's overlay of the C library, which stands
// between the two. What Foundation and Dispatch call is theirs.
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
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

static struct { unsigned long start, end; } ranges[8];
static int range_count, log_descriptor = -1, sync_descriptor = -1, fault_errno;
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
  const char *log = getenv("FAULT_LOG"), *fault = getenv("FAULT");
  if (log) log_descriptor = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // Above those that a program counts on.
  if (log_descriptor >= 0) log_descriptor = syscall(SYS_fcntl, log_descriptor, F_DUPFD_CLOEXEC, 200);
  const char *syncs = getenv("FAULT_SYNCS");
  if (syncs) sync_descriptor = syscall(SYS_openat, AT_FDCWD, syncs, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (sync_descriptor >= 0) sync_descriptor = syscall(SYS_fcntl, sync_descriptor, F_DUPFD_CLOEXEC, 200);
  if (fault) sscanf(fault, "%31[^:]:%ld:%d", fault_name, &fault_position, &fault_errno);
}

enum { NONE = -1, SHORT = 0 };

// What becomes of this call: NONE, SHORT or an error number. Safe in a signal handler.
static int outcome(const char *name, void *caller) {
  unsigned long address = (unsigned long)caller;
  int counts = 0;
  for (int i = 0; i < range_count; i++) counts |= address >= ranges[i].start && address < ranges[i].end;
  if (!counts) return NONE;
  if (log_descriptor >= 0) {
    char line[40];
    int length = 0;
    while (name[length] && length < 38) { line[length] = name[length]; length++; }
    line[length++] = '\n';
    syscall(SYS_write, log_descriptor, line, length);
  }
  if (strcmp(name, fault_name) != 0) return NONE;
  return atomic_fetch_add(&fault_calls, 1) == fault_position ? fault_errno : NONE;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define CALLER __builtin_return_address(0)
#define FAIL(name) \
  int fault = outcome(name, CALLER); \
  if (fault > 0) { errno = fault; return -1; }

#define OPEN(symbol, name) \
  int symbol(const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    FAIL(name) return REAL(symbol)(path, flags, mode); \
  }
OPEN(open, "open")
OPEN(open64, "open")
#define OPENAT(symbol) \
  int symbol(int folder, const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    FAIL("openat") return REAL(symbol)(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)
#define FCNTL(symbol) \
  int symbol(int descriptor, int command, ...) { \
    va_list list; va_start(list, command); void *argument = va_arg(list, void *); va_end(list); \
    FAIL("fcntl") return REAL(symbol)(descriptor, command, argument); \
  }
FCNTL(fcntl)
FCNTL(fcntl64)

#define HALF(count) if (fault == SHORT && (count) > 1) count /= 2;
ssize_t read(int d, void *b, size_t n) { FAIL("read") HALF(n) return REAL(read)(d, b, n); }
ssize_t write(int d, const void *b, size_t n) { FAIL("write") HALF(n) return REAL(write)(d, b, n); }
ssize_t pread(int d, void *b, size_t n, off_t o) { FAIL("pread") HALF(n) return REAL(pread)(d, b, n, o); }
ssize_t pread64(int d, void *b, size_t n, off64_t o) { FAIL("pread") HALF(n) return REAL(pread64)(d, b, n, o); }
ssize_t pwrite(int d, const void *b, size_t n, off_t o) { FAIL("pwrite") HALF(n) return REAL(pwrite)(d, b, n, o); }
ssize_t pwrite64(int d, const void *b, size_t n, off64_t o) { FAIL("pwrite") HALF(n) return REAL(pwrite64)(d, b, n, o); }
// Writes the path of what is forced to the disk into the file that FAULT_SYNCS names.
static void note_sync(int d) {
  char link[40], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", d);
  long length = sync_descriptor < 0 ? -1 : syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length < 0) return;
  path[length++] = '\n';
  syscall(SYS_write, sync_descriptor, path, length);
}
int fsync(int d) { FAIL("fsync") note_sync(d); return REAL(fsync)(d); }
int ftruncate(int d, off_t n) { FAIL("ftruncate") return REAL(ftruncate)(d, n); }
off_t lseek(int d, off_t o, int w) { FAIL("lseek") return REAL(lseek)(d, o, w); }
int flock(int d, int o);
int flock(int d, int o) { FAIL("flock") return REAL(flock)(d, o); }
int fchmod(int d, mode_t m) { FAIL("fchmod") return REAL(fchmod)(d, m); }
int fstat(int d, struct stat *s) { FAIL("fstat") return REAL(fstat)(d, s); }
int stat(const char *p, struct stat *s) { FAIL("stat") return REAL(stat)(p, s); }
int fstatat(int d, const char *p, struct stat *s, int f) { FAIL("fstatat") return REAL(fstatat)(d, p, s, f); }
int renameat(int d, const char *p, int e, const char *q) { FAIL("renameat") return REAL(renameat)(d, p, e, q); }
int linkat(int d, const char *p, int e, const char *q, int f) { FAIL("linkat") return REAL(linkat)(d, p, e, q, f); }
int unlinkat(int d, const char *p, int f) { FAIL("unlinkat") return REAL(unlinkat)(d, p, f); }
int mkdir(const char *p, mode_t m) { FAIL("mkdir") return REAL(mkdir)(p, m); }
ssize_t readlink(const char *p, char *b, size_t n) { FAIL("readlink") return REAL(readlink)(p, b, n); }
// Linux has closed the descriptor also when it reports an error.
int close(int d) {
  int fault = outcome("close", CALLER), result = REAL(close)(d);
  if (fault <= 0) return result;
  errno = fault;
  return -1;
}

int pipe(int ends[2]) { FAIL("pipe") return REAL(pipe)(ends); }
int poll(struct pollfd *p, nfds_t n, int t) { FAIL("poll") return REAL(poll)(p, n, t); }
int sigaction(int s, const struct sigaction *a, struct sigaction *f) { FAIL("sigaction") return REAL(sigaction)(s, a, f); }
int sigpending(sigset_t *s) { FAIL("sigpending") return REAL(sigpending)(s); }
int kill(pid_t p, int s) { FAIL("kill") return REAL(kill)(p, s); }
int isatty(int d) { int fault = outcome("isatty", CALLER); if (fault > 0) { errno = fault; return 0; } return REAL(isatty)(d); }
pid_t tcgetpgrp(int d) { FAIL("tcgetpgrp") return REAL(tcgetpgrp)(d); }
int tcgetattr(int d, struct termios *t) { FAIL("tcgetattr") return REAL(tcgetattr)(d, t); }
int tcsetattr(int d, int w, const struct termios *t) { FAIL("tcsetattr") return REAL(tcsetattr)(d, w, t); }
// These return the error's number.
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *c) {
  int fault = outcome("pthread_create", CALLER);
  return fault > 0 ? fault : REAL(pthread_create)(t, a, f, c);
}
int pthread_sigmask(int how, const sigset_t *s, sigset_t *f) {
  int fault = outcome("pthread_sigmask", CALLER);
  return fault > 0 ? fault : REAL(pthread_sigmask)(how, s, f);
}

int socket(int d, int t, int p) { FAIL("socket") return REAL(socket)(d, t, p); }
int setsockopt(int d, int l, int n, const void *v, socklen_t s) { FAIL("setsockopt") return REAL(setsockopt)(d, l, n, v, s); }
ssize_t sendto(int d, const void *b, size_t n, int f, const struct sockaddr *a, socklen_t s) {
  FAIL("sendto") return REAL(sendto)(d, b, n, f, a, s);
}
