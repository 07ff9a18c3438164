// Tells the thread sanitizer when a thread has waited for Swift's Mutex.
//
// On Linux an uncontended Mutex uses an atomic exchange that the compiler puts into the caller; the sanitizer sees it.
// A contended Mutex goes through libswiftSynchronization to the kernel, which the sanitizer does not see. It then
// reports the accesses that the mutex guards as races. These two functions replace those of the library: they call
// them, and tell the sanitizer their order. They suppress nothing: the sanitizer still reports an access without the
// lock.

#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t thread, SELF);
typedef SWIFT void (*Unlock)(SELF);

static Lock library_lock;
static Unlock library_unlock;
static atomic_long waits;

__attribute__((constructor)) static void find_library(void) {
    library_lock = (Lock)dlsym(RTLD_NEXT, LOCK_SLOW);
    library_unlock = (Unlock)dlsym(RTLD_NEXT, UNLOCK_SLOW);
    if (!library_lock || !library_unlock) abort();
}

SWIFT void lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK_SLOW);
SWIFT void lock_slow(uint32_t thread, SELF mutex) {
    atomic_fetch_add_explicit(&waits, 1, memory_order_relaxed);
    library_lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF mutex) __asm__(UNLOCK_SLOW);
SWIFT void unlock_slow(SELF mutex) {
    __tsan_release(mutex);
    library_unlock(mutex);
}

// How often a thread has waited for a mutex.
long mutex_waits(void) { return atomic_load_explicit(&waits, memory_order_relaxed); }
