/* Stands between a program and the C library, by LD_PRELOAD, and does two things to SQLite's files alone:
   it lets a write or an fsync fail when it is told to, and it records all of them, for a power cut to be played later.
   What it is told, and what it tells, are numbers in a file that is mapped: struct told. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

struct told {
    int64_t armed;      /* 0: nothing fails; 1: the next that is due, once; 2: all from then on */
    int64_t countdown;  /* how many may still succeed */
    int64_t error;      /* errno of what fails */
    int64_t only;       /* 0: any file; else this one alone */
    int64_t fired;      /* how many have failed */
    int64_t file, kind; /* of the first that failed */
    int64_t recording;
    int64_t length;     /* of the record so far, in bytes */
    int64_t due;        /* 0: a write or an fsync fails; else this kind alone */
};

enum { DATABASE = 1, WAL = 2, JOURNAL = 3 };
enum { WRITE = 1, SYNC = 2, TRUNCATE = 3 };

static struct told *told;
static int record = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *control = getenv("FAULTS_CONTROL"), *path = getenv("FAULTS_RECORD");
    int fd = control ? open(control, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *at = mmap(NULL, sizeof(struct told), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (at == MAP_FAILED) return;
    record = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    told = at;
}

static int ends(const char *path, const char *with) {
    size_t a = strlen(path), b = strlen(with);
    return a >= b && !strcmp(path + a - b, with);
}

static int file_of(int fd) {
    char name[64], path[4096];
    if (!told) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(name, path, sizeof path - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return ends(path, ".sqlite3") ? DATABASE : ends(path, ".sqlite3-wal") ? WAL : ends(path, ".sqlite3-journal") ? JOURNAL : 0;
}

/* The error that this one fails with, or 0. */
static int fails(int file, int kind) {
    int error = 0;
    pthread_mutex_lock(&lock);
    if (told->armed && (!told->only || told->only == file) && (!told->due || told->due == kind)) {
        if (told->countdown > 0) {
            told->countdown--;
        } else if (told->armed == 2 || !told->fired) {
            if (!told->fired) { told->file = file; told->kind = kind; }
            told->fired++;
            error = (int)told->error;
        }
    }
    pthread_mutex_unlock(&lock);
    return error;
}

static void note(int file, int kind, int64_t offset, const void *data, int64_t length) {
    if (!told->recording || record < 0) return;
    int64_t head[4] = {kind, file, offset, length};
    int64_t with = kind == WRITE ? length : 0;
    int kept = errno;
    pthread_mutex_lock(&lock);
    if (syscall(SYS_write, record, head, sizeof head) != sizeof head) abort();
    if (with && syscall(SYS_write, record, data, with) != with) abort();
    told->length += (int64_t)sizeof head + with;
    pthread_mutex_unlock(&lock);
    errno = kept;
}

#define NEXT(name) static __typeof__(&name) next; if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define REFUSE(file, kind) do { int e_ = fails(file, kind); if (e_) { errno = e_; return -1; } } while (0)

ssize_t write(int fd, const void *data, size_t length) {
    NEXT(write);
    int file = file_of(fd);
    if (!file) return next(fd, data, length);
    REFUSE(file, WRITE);
    off_t at = lseek(fd, 0, SEEK_CUR);
    ssize_t n = next(fd, data, length);
    if (n > 0) note(file, WRITE, at, data, n);
    return n;
}

#define PWRITE(name, offset_t) \
    ssize_t name(int fd, const void *data, size_t length, offset_t at) { \
        NEXT(name); \
        int file = file_of(fd); \
        if (!file) return next(fd, data, length, at); \
        REFUSE(file, WRITE); \
        ssize_t n = next(fd, data, length, at); \
        if (n > 0) note(file, WRITE, at, data, n); \
        return n; \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define SYNCS(name) \
    int name(int fd) { \
        NEXT(name); \
        int file = file_of(fd); \
        if (!file) return next(fd); \
        REFUSE(file, SYNC); \
        int failed = next(fd); \
        if (!failed) note(file, SYNC, 0, NULL, 0); \
        return failed; \
    }
SYNCS(fsync)
SYNCS(fdatasync)

#define TRUNCATES(name, offset_t) \
    int name(int fd, offset_t length) { \
        NEXT(name); \
        int file = file_of(fd); \
        if (!file) return next(fd, length); \
        REFUSE(file, WRITE); \
        int failed = next(fd, length); \
        if (!failed) note(file, TRUNCATE, length, NULL, 0); \
        return failed; \
    }
TRUNCATES(ftruncate, off_t)
TRUNCATES(ftruncate64, off64_t)
