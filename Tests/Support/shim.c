// Makes one system call of a program fail, or records the calls that change files. Loaded before the C library by
// LD_PRELOAD, on Linux.
//
//   FAULT_LOG=PATH              writes the name of each call, a line each
//   FAULT=NAME:POSITION:ERRNO   the call of this name and position, counted from 0, fails; with the
//                               number 0 a read or a write takes half of the bytes instead
//   CHANGES=PATH                writes each call that changes something below the folder CHANGES_FOLDER,
//                               in order, and what goes to standard output
//   SYNC_DELAY=MICROSECONDS     each sync takes so long
//
// Counted and let fail are the calls that the program itself makes and those of Swift's overlay of the C library, which
// stands between the two. What Foundation and Dispatch call is theirs; it is recorded all the same.
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
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

static struct { unsigned long start, end; } ranges[8];
static int range_count, log_descriptor = -1, change_descriptor = -1, fault_errno;
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

// Opens a log, above the descriptors that a program counts on. -1 without a path.
static int open_log(const char *path) {
  if (!path) return -1;
  int opened = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  return opened < 0 ? -1 : syscall(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 200);
}

__attribute__((constructor)) static void begin(void) {
  int first = 1;
  dl_iterate_phdr(note_range, &first);
  const char *fault = getenv("FAULT");
  log_descriptor = open_log(getenv("FAULT_LOG"));
  if (getenv("CHANGES_FOLDER")) change_descriptor = open_log(getenv("CHANGES"));
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

// Records: a word and paths, with tabs between. A call and its record are made under a lock, so that the records have
// the order of the calls. A signal handler that writes into a pipe meets no lock.
typedef char path_text[8192];
static pthread_mutex_t change_lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((format(printf, 1, 2)))
static void note(const char *format, ...) {
  char text[2 * sizeof(path_text) + 64];
  va_list list; va_start(list, format);
  int length = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  syscall(SYS_write, change_descriptor, text, length);
}

// Whether changes of this path are recorded.
static int is_recorded(const char *path) {
  const char *folder = getenv("CHANGES_FOLDER");
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

// The present path of an open file. Links and renames are followed by the system.
static int file_path(int d, path_text path) {
  if (change_descriptor < 0) return 0;
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", d);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof(path_text) - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_recorded(path);
}

static int name_path(int folder, const char *name, path_text path) {
  if (change_descriptor < 0 || !name) return 0;
  long length = 0;
  if (name[0] != '/') {
    char link[40];
    if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof(path_text) / 2);
    if (length < 0) return 0;
    path[length++] = '/';
  }
  snprintf(path + length, sizeof(path_text) - length, "%s", name);
  for (length = strlen(path); length > 1 && path[length - 1] == '/'; length--) path[length - 1] = 0;
  return is_recorded(path);
}

// Makes a call, and records it if it succeeds and concerns the folder.
#define RECORDING(type, concerns, call, ...) \
  if (!(concerns)) return call; \
  pthread_mutex_lock(&change_lock); \
  type result = call; \
  if (result >= 0) { __VA_ARGS__; } \
  pthread_mutex_unlock(&change_lock); \
  return result;

static void note_open(const char *path, int flags) {
  if (flags & O_CREAT) note("create\t%s\n", path);
  if (flags & O_TRUNC) note("truncate\t%s\n", path);
}

#define OPEN(symbol, name) \
  int symbol(const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    FAIL(name) path_text full; \
    RECORDING(int, flags & (O_CREAT | O_TRUNC) && name_path(AT_FDCWD, path, full), \
      REAL(symbol)(path, flags, mode), note_open(full, flags)) \
  }
OPEN(open, "open")
OPEN(open64, "open")
#define OPENAT(symbol) \
  int symbol(int folder, const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    FAIL("openat") path_text full; \
    RECORDING(int, flags & (O_CREAT | O_TRUNC) && name_path(folder, path, full), \
      REAL(symbol)(folder, path, flags, mode), note_open(full, flags)) \
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
ssize_t write(int d, const void *b, size_t n) {
  FAIL("write") HALF(n)
  // Before the call, so that what happens beside it counts as later.
  if (d == 1 && change_descriptor >= 0) note("said\t%.*s", (int)n, (const char *)b);
  path_text path;
  RECORDING(ssize_t, file_path(d, path), REAL(write)(d, b, n), note("write\t%s\n", path))
}
ssize_t pread(int d, void *b, size_t n, off_t o) { FAIL("pread") HALF(n) return REAL(pread)(d, b, n, o); }
ssize_t pread64(int d, void *b, size_t n, off64_t o) { FAIL("pread") HALF(n) return REAL(pread64)(d, b, n, o); }
#define PWRITE(symbol, offset) \
  ssize_t symbol(int d, const void *b, size_t n, offset o) { \
    FAIL("pwrite") HALF(n) path_text path; \
    RECORDING(ssize_t, file_path(d, path), REAL(symbol)(d, b, n, o), note("write\t%s\n", path)) \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
#define SYNC(symbol) \
  int symbol(int d) { \
    FAIL("fsync") path_text path; \
    const char *delay = getenv("SYNC_DELAY"); \
    if (delay) usleep(atoi(delay)); \
    RECORDING(int, file_path(d, path), REAL(symbol)(d), note("sync\t%s\n", path)) \
  }
SYNC(fsync)
SYNC(fdatasync)
#define TRUNCATE(symbol, offset) \
  int symbol(int d, offset n) { \
    FAIL("ftruncate") path_text path; \
    RECORDING(int, file_path(d, path), REAL(symbol)(d, n), note("truncate\t%s\n", path)) \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)
off_t lseek(int d, off_t o, int w) { FAIL("lseek") return REAL(lseek)(d, o, w); }
int fchmod(int d, mode_t m) { FAIL("fchmod") return REAL(fchmod)(d, m); }
int fstat(int d, struct stat *s) { FAIL("fstat") return REAL(fstat)(d, s); }
int stat(const char *p, struct stat *s) { FAIL("stat") return REAL(stat)(p, s); }
int lstat(const char *p, struct stat *s) { FAIL("lstat") return REAL(lstat)(p, s); }
int fstatat(int d, const char *p, struct stat *s, int f) { FAIL("fstatat") return REAL(fstatat)(d, p, s, f); }
#define TWO_NAMES(word, d, p, e, q, call) \
  path_text from, to; \
  int concerns = name_path(d, p, from); \
  RECORDING(int, name_path(e, q, to) || concerns, call, note(word "\t%s\t%s\n", from, to))
int rename(const char *p, const char *q) { FAIL("rename") TWO_NAMES("rename", AT_FDCWD, p, AT_FDCWD, q, REAL(rename)(p, q)) }
int link(const char *p, const char *q) { FAIL("link") TWO_NAMES("link", AT_FDCWD, p, AT_FDCWD, q, REAL(link)(p, q)) }
#define ONE_NAME(word, d, p, call) \
  path_text path; \
  RECORDING(int, name_path(d, p, path), call, note(word "\t%s\n", path))
int unlink(const char *p) { FAIL("unlink") ONE_NAME("remove", AT_FDCWD, p, REAL(unlink)(p)) }
int mkdir(const char *p, mode_t m) { FAIL("mkdir") ONE_NAME("folder", AT_FDCWD, p, REAL(mkdir)(p, m)) }
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
