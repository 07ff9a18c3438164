#ifndef CMAPPEDFAULT_H
#define CMAPPEDFAULT_H

#include <stdbool.h>
#include <stddef.h>

/// Records whether a read of watched memory has failed; all memory of one dataset shares a mark.
typedef struct mapped_fault_mark {
    unsigned char is_set;
} mapped_fault_mark;

/// Creates a mark that is not set; returns NULL if there is no memory.
mapped_fault_mark *mapped_fault_mark_create(void);

/// Frees a mark; no memory may be watched for it any more.
void mapped_fault_mark_destroy(mapped_fault_mark *mark);

/// Returns whether the mark is set. It is set if any earlier read returned something other than the file's contents.
static inline bool mapped_fault_mark_is_set(const mapped_fault_mark *mark) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(&mark->is_set, __ATOMIC_RELAXED) != 0;
}

/// Sets the mark.
static inline void mapped_fault_mark_set(mapped_fault_mark *mark) {
    __atomic_store_n(&mark->is_set, 1, __ATOMIC_SEQ_CST);
}

/// Watches a mapped file: reads that the file cannot serve return zeros and set the mark, without ending the process.
///
/// The first call installs a handler of SIGBUS. The previous handler receives faults outside watched memory.
///
/// Returns the number of the watch, or -1 with `errno` ENOMEM if no more memory can be watched.
int mapped_fault_watch(const void *start, size_t size, bool is_writable, mapped_fault_mark *mark);

/// Ends a watch; call it before the memory is unmapped.
void mapped_fault_unwatch(int watch);

/// Limits the number of watches at once; existing watches stay.
void mapped_fault_limit(int most);

/// Returns the limit of watches.
int mapped_fault_most(void);

/// Returns the number of watches.
int mapped_fault_watches(void);

#endif
