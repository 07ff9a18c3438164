/* Preloaded into the server, it records what the server does to the files of a folder, and what it lets the disk confirm.

   POWER_FOLDER names the folder, and POWER_LOG the file of the records, which power_loss.py reads. POWER_FAIL names a file
   whose text is the end of the paths that cannot be synchronized, and POWER_HOLD one for which a synchronization of a path
   with such an end waits. Both count while they are there. Once the file that POWER_END names is there, the process is killed
   after its next record, since a signal from outside could hit it between a change and its record. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 65536
#define NEXT(name) ((__typeof__(&name))next(#name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder, *fail, *hold, *end;
static size_t folder_length;
static int record_file = -1;
static uint64_t syncs;
/* The inode of each open file of the folder; 0 for others. */
static uint64_t inodes[MOST_FILES];

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
    folder = getenv("POWER_FOLDER");
    fail = getenv("POWER_FAIL");
    hold = getenv("POWER_HOLD");
    end = getenv("POWER_END");
    const char *path = getenv("POWER_LOG");
    if (!folder || !path) return;
    folder_length = strlen(folder);
    record_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (record_file < 0) abort();
}

struct record {
    uint32_t size;
    uint32_t kind;
    uint64_t inode, first, second;
    uint32_t path, other;
} __attribute__((packed));

/* The path in the folder, which is empty for the folder itself, or null for a path elsewhere. */
static const char *within(int at, const char *path, char *room) {
    if (record_file < 0 || !path) return NULL;
    if (path[0] != '/') {
        char link[64];
        snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
        ssize_t length = readlink(link, room, PATH_MAX);
        if (length < 0 || length + strlen(path) + 2 > PATH_MAX) return NULL;
        room[length] = '/';
        strcpy(room + length + 1, path);
        path = room;
    }
    if (strncmp(path, folder, folder_length) || (path[folder_length] && path[folder_length] != '/')) return NULL;
    path += folder_length;
    while (*path == '/') path++;
    return path;
}

static void record(char kind, uint64_t inode, uint64_t first, uint64_t second, const char *path, const char *other,
                   const void *bytes, size_t count) {
    int error = errno;
    struct record head = {.kind = (uint32_t)kind, .inode = inode, .first = first, .second = second,
                          .path = path ? strlen(path) : 0, .other = other ? strlen(other) : 0};
    head.size = sizeof head + head.path + head.other + count;
    struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)other, head.other},
                            {(void *)bytes, count}};
    if (syscall(SYS_writev, record_file, parts, 4) != (long)head.size) abort();
    if (end && syscall(SYS_faccessat, AT_FDCWD, end, F_OK) == 0) raise(SIGKILL);
    errno = error;
}

static uint64_t inode_of(int file) {
    return record_file >= 0 && file >= 0 && file < MOST_FILES ? __atomic_load_n(&inodes[file], __ATOMIC_ACQUIRE) : 0;
}

static int opened(int at, const char *path, int flags, mode_t mode) {
    char room[PATH_MAX];
    const char *inside = within(at, path, room);
    if (!inside) return (int)syscall(SYS_openat, at, path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat before, after;
    int was_there = fstatat(at, path, &before, AT_SYMLINK_NOFOLLOW) == 0;
    int file = (int)syscall(SYS_openat, at, path, flags, mode);
    if (file >= 0 && file < MOST_FILES && fstat(file, &after) == 0) {
        if (S_ISREG(after.st_mode) && !was_there) record('o', after.st_ino, 0, 0, inside, NULL, NULL, 0);
        if (S_ISREG(after.st_mode) && was_there && flags & O_TRUNC) record('t', after.st_ino, 0, 0, NULL, NULL, NULL, 0);
        if (flags & O_APPEND) record('x', 0, 0, 0, inside, NULL, NULL, 0);
        __atomic_store_n(&inodes[file], after.st_ino, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
    return file;
}

#define MODE(flags)                                                                                                    \
    mode_t mode = 0;                                                                                                   \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                                             \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode = va_arg(more, mode_t);                                                                                   \
        va_end(more);                                                                                                  \
    }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags | O_LARGEFILE, mode); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int file) {
    if (file >= 0 && file < MOST_FILES) __atomic_store_n(&inodes[file], 0, __ATOMIC_RELEASE);
    return (int)syscall(SYS_close, file);
}

static ssize_t written(int file, const void *bytes, size_t count, off_t place, int has_place) {
    uint64_t inode = inode_of(file);
    if (!inode) {
        return has_place ? syscall(SYS_pwrite64, file, bytes, count, place) : syscall(SYS_write, file, bytes, count);
    }
    pthread_mutex_lock(&lock);
    if (!has_place) place = lseek(file, 0, SEEK_CUR);
    ssize_t done = has_place ? syscall(SYS_pwrite64, file, bytes, count, place) : syscall(SYS_write, file, bytes, count);
    if (done > 0) record('w', inode, place, 0, NULL, NULL, bytes, done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int file, const void *bytes, size_t count) { return written(file, bytes, count, 0, 0); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) { return written(file, bytes, count, place, 1); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t place) { return written(file, bytes, count, place, 1); }

ssize_t writev(int file, const struct iovec *parts, int count) {
    if (inode_of(file)) record('x', 0, 0, 0, "writev", NULL, NULL, 0);
    return syscall(SYS_writev, file, parts, count);
}

int ftruncate(int file, off_t length) {
    uint64_t inode = inode_of(file);
    pthread_mutex_lock(&lock);
    int result = (int)syscall(SYS_ftruncate, file, length);
    if (inode && result == 0) record('t', inode, length, 0, NULL, NULL, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}
int ftruncate64(int file, off_t length) { return ftruncate(file, length); }

int posix_fallocate(int file, off_t place, off_t length) {
    if (inode_of(file)) record('x', 0, 0, 0, "posix_fallocate", NULL, NULL, 0);
    return NEXT(posix_fallocate)(file, place, length);
}

/* SQLite keeps the index of its log in such memory, and makes it anew after a power loss. */
void *mmap(void *address, size_t length, int protection, int flags, int file, off_t place) {
    if (inode_of(file) && protection & PROT_WRITE && flags & MAP_SHARED) {
        char link[64], path[PATH_MAX];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t count = readlink(link, path, sizeof path - 1);
        path[count < 0 ? 0 : count] = 0;
        if (count < 4 || strcmp(path + count - 4, "-shm")) record('x', 0, 0, 0, path, NULL, NULL, 0);
    }
    return (void *)syscall(SYS_mmap, address, length, protection, flags, file, place);
}
void *mmap64(void *address, size_t length, int protection, int flags, int file, off_t place) {
    return mmap(address, length, protection, flags, file, place);
}

/* Whether the text of a control file is the end of an open file's path. */
static int names(const char *control, int file) {
    char text[PATH_MAX], link[64], path[PATH_MAX];
    int source = control ? (int)syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC, 0) : -1;
    if (source < 0) return 0;
    ssize_t count = read(source, text, sizeof text - 1);
    syscall(SYS_close, source);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    return count > 0 && length >= count && memcmp(path + length - count, text, count) == 0;
}

static int synchronized(int file, long call) {
    uint64_t inode = inode_of(file);
    if (!inode) return (int)syscall(call, file);
    pthread_mutex_lock(&lock);
    uint64_t number = ++syncs << 20 | (getpid() & 0xfffff);
    record('s', inode, number, 0, NULL, NULL, NULL, 0);
    pthread_mutex_unlock(&lock);
    while (names(hold, file)) usleep(1000);
    /* The disk of the machine itself need not have it: that of the test is in the records. */
    int result = names(fail, file) ? -1 : 0;
    if (result) errno = EIO;
    pthread_mutex_lock(&lock);
    record('e', inode, number, result ? 1 : 0, NULL, NULL, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int file) { return synchronized(file, SYS_fsync); }
int fdatasync(int file) { return synchronized(file, SYS_fdatasync); }

static int changed(char kind, int at, const char *path, int other_at, const char *other, int (*change)(const void *),
                   const void *argument) {
    char room[PATH_MAX], other_room[PATH_MAX];
    const char *inside = within(at, path, room), *other_inside = other ? within(other_at, other, other_room) : NULL;
    if (!inside && !other_inside) return change(argument);
    pthread_mutex_lock(&lock);
    int result = change(argument);
    struct stat made = {0};
    if (result == 0 && kind == 'm') fstatat(at, path, &made, AT_SYMLINK_NOFOLLOW);
    if (result == 0) record(inside && (other_inside || !other) ? kind : 'x', made.st_ino, 0, 0, inside, other_inside, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

struct names {
    int at, other_at, flags;
    const char *path, *other;
};

static int do_rename(const void *of) {
    const struct names *it = of;
    return (int)syscall(SYS_renameat2, it->at, it->path, it->other_at, it->other, it->flags);
}
static int do_unlink(const void *of) {
    const struct names *it = of;
    return (int)syscall(SYS_unlinkat, it->at, it->path, it->flags);
}
static int do_mkdir(const void *of) {
    const struct names *it = of;
    return (int)syscall(SYS_mkdirat, it->at, it->path, it->flags);
}

int renameat2(int at, const char *path, int other_at, const char *other, unsigned flags) {
    struct names it = {at, other_at, (int)flags, path, other};
    return changed(flags ? 'x' : 'r', at, path, other_at, other, do_rename, &it);
}
int renameat(int at, const char *path, int other_at, const char *other) { return renameat2(at, path, other_at, other, 0); }
int rename(const char *path, const char *other) { return renameat2(AT_FDCWD, path, AT_FDCWD, other, 0); }

int unlinkat(int at, const char *path, int flags) {
    struct names it = {at, 0, flags, path, NULL};
    return changed('u', at, path, 0, NULL, do_unlink, &it);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
    struct stat found;
    int is_folder = lstat(path, &found) == 0 && S_ISDIR(found.st_mode);
    return unlinkat(AT_FDCWD, path, is_folder ? AT_REMOVEDIR : 0);
}

int mkdirat(int at, const char *path, mode_t mode) {
    struct names it = {at, 0, (int)mode, path, NULL};
    return changed('m', at, path, 0, NULL, do_mkdir, &it);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

static int linked(const char *path) {
    char room[PATH_MAX];
    const char *inside = within(AT_FDCWD, path, room);
    if (inside) record('x', 0, 0, 0, inside, NULL, NULL, 0);
    return 0;
}
int link(const char *path, const char *other) { linked(other); return NEXT(link)(path, other); }
int symlink(const char *path, const char *other) { linked(other); return NEXT(symlink)(path, other); }
