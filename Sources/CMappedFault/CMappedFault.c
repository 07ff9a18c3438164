#include "CMappedFault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// A watched range of memory. While `start` is `unused` or `changing`, the other members have no meaning.
typedef struct {
    uintptr_t start;
    uintptr_t end;
    mapped_fault_mark *mark;
    int protection;
} watch_entry;

enum { most_watches = 1 << 17 };
static const uintptr_t unused = 0;
static const uintptr_t changing = UINTPTR_MAX;

// Never moved or freed, because the handler reads it without a lock. Its untouched pages take no memory.
static watch_entry entries[most_watches];
// No entry from this index on has ever been used.
static int used_entries;
static int next_entry;
static int watches;
static int watch_limit = most_watches;
static uintptr_t page_size;
static struct sigaction previous;
static pthread_once_t installation = PTHREAD_ONCE_INIT;

// Finds the entry that contains an address, or NULL. The entry cannot change, because this thread reads its memory.
static watch_entry *entry_of(uintptr_t address) {
    int count = __atomic_load_n(&used_entries, __ATOMIC_ACQUIRE);
    for (int index = 0; index < count; index++) {
        watch_entry *entry = &entries[index];
        uintptr_t start = __atomic_load_n(&entry->start, __ATOMIC_ACQUIRE);
        if (start == unused || start == changing || address < start) continue;
        if (address < __atomic_load_n(&entry->end, __ATOMIC_ACQUIRE)
            && __atomic_load_n(&entry->start, __ATOMIC_ACQUIRE) == start)
            return entry;
    }
    return NULL;
}

// Calls the previous handler; if there is none, the fault recurs and ends the process.
static void pass_on(int number, siginfo_t *info, void *context) {
    if (previous.sa_flags & SA_SIGINFO && previous.sa_sigaction != NULL) {
        previous.sa_sigaction(number, info, context);
    } else if (!(previous.sa_flags & SA_SIGINFO) && previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
        previous.sa_handler(number);
    } else {
        signal(number, SIG_DFL);
        // A signal that another process or thread sent does not recur by itself.
        if (info->si_code <= 0) raise(number);
    }
}

// Runs on the thread that reads the memory, and calls only functions that are safe in a signal handler.
static void handle_fault(int number, siginfo_t *info, void *context) {
    int error = errno;
    uintptr_t address = (uintptr_t)info->si_addr;
    watch_entry *entry = info->si_code > 0 ? entry_of(address) : NULL;
    if (entry != NULL) {
        // Set the mark first, so that another thread that reads the zeros finds it set.
        mapped_fault_mark_set(entry->mark);
        uintptr_t page = address & ~(page_size - 1);
        // Replace the rest of the range at once, so that a truncated file adds at most one mapping per existing one.
        void *zeros = mmap((void *)page, entry->end - page, entry->protection,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
        if (zeros != MAP_FAILED) {
            errno = error;
            return;
        }
    }
    pass_on(number, info, context);
    errno = error;
}

static void install(void) {
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {0};
    action.sa_sigaction = handle_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous);
}

mapped_fault_mark *mapped_fault_mark_create(void) { return calloc(1, sizeof(mapped_fault_mark)); }

void mapped_fault_mark_destroy(mapped_fault_mark *mark) { free(mark); }

int mapped_fault_watch(const void *start, size_t size, bool is_writable, mapped_fault_mark *mark) {
    pthread_once(&installation, install);
    if (__atomic_add_fetch(&watches, 1, __ATOMIC_RELAXED) > __atomic_load_n(&watch_limit, __ATOMIC_RELAXED)) {
        __atomic_sub_fetch(&watches, 1, __ATOMIC_RELAXED);
        errno = ENOMEM;
        return -1;
    }
    int hint = __atomic_load_n(&next_entry, __ATOMIC_RELAXED);
    for (int step = 0; step < most_watches; step++) {
        int index = (hint + step) % most_watches;
        watch_entry *entry = &entries[index];
        uintptr_t expected = unused;
        if (!__atomic_compare_exchange_n(&entry->start, &expected, changing, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            continue;
        uintptr_t end = ((uintptr_t)start + size + page_size - 1) & ~(page_size - 1);
        entry->mark = mark;
        entry->protection = is_writable ? PROT_READ | PROT_WRITE : PROT_READ;
        __atomic_store_n(&entry->end, end, __ATOMIC_RELEASE);
        __atomic_store_n(&entry->start, (uintptr_t)start, __ATOMIC_RELEASE);
        int used = __atomic_load_n(&used_entries, __ATOMIC_RELAXED);
        while (used <= index
               && !__atomic_compare_exchange_n(&used_entries, &used, index + 1, false, __ATOMIC_RELEASE,
                                               __ATOMIC_RELAXED)) {}
        __atomic_store_n(&next_entry, index + 1, __ATOMIC_RELAXED);
        return index;
    }
    __atomic_sub_fetch(&watches, 1, __ATOMIC_RELAXED);
    errno = ENOMEM;
    return -1;
}

void mapped_fault_limit(int most) {
    __atomic_store_n(&watch_limit, most < most_watches ? most : most_watches, __ATOMIC_RELAXED);
}

int mapped_fault_most(void) { return __atomic_load_n(&watch_limit, __ATOMIC_RELAXED); }

int mapped_fault_watches(void) { return __atomic_load_n(&watches, __ATOMIC_RELAXED); }

void mapped_fault_unwatch(int watch) {
    __atomic_store_n(&entries[watch].start, unused, __ATOMIC_RELEASE);
    __atomic_sub_fetch(&watches, 1, __ATOMIC_RELAXED);
    // Reuse low entries first, so that the handler has few entries to search.
    int next = __atomic_load_n(&next_entry, __ATOMIC_RELAXED);
    while (watch < next
           && !__atomic_compare_exchange_n(&next_entry, &next, watch, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

