#ifndef CMAPPEDFAULT_H
#define CMAPPEDFAULT_H

#include <stdbool.h>
#include <stddef.h>

/// Tells whether a read of watched memory has failed; shared by all memory of one dataset.
typedef struct mapped_fault_mark {
    unsigned char is_set;
} mapped_fault_mark;

/// Makes a mark that is not set; NULL without memory.
mapped_fault_mark *mapped_fault_mark_create(void);

/// Frees a mark, once no memory is watched for it.
void mapped_fault_mark_destroy(mapped_fault_mark *mark);

/// Whether the mark is set. What was read before this call, and was not what the file held, has set it.
static inline bool mapped_fault_mark_is_set(const mapped_fault_mark *mark) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(&mark->is_set, __ATOMIC_RELAXED) != 0;
}

/// Sets the mark.
static inline void mapped_fault_mark_set(mapped_fault_mark *mark) {
    __atomic_store_n(&mark->is_set, 1, __ATOMIC_SEQ_CST);
}

/// Has reads of a mapped file that the file cannot answer find zeros and set a mark, instead of ending the process.
///
/// The first call installs a handler of SIGBUS. Faults elsewhere go to the handler that was there before.
///
/// Returns the number to end the watch by; -1 with `errno` ENOMEM where no more memory can be watched.
int mapped_fault_watch(const void *start, size_t size, bool is_writable, mapped_fault_mark *mark);

/// Ends a watch; called before the memory is unmapped.
void mapped_fault_unwatch(int watch);

/// Bounds how many watches there are at once. Those that there are stay.
void mapped_fault_limit(int most);

/// The most watches that there may be.
int mapped_fault_most(void);

/// How many watches there are.
int mapped_fault_watches(void);

/// How many reads have failed since the start of the process.
unsigned long mapped_fault_count(void);

#endif
