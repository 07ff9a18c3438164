#ifndef CPREFETCH_H
#define CPREFETCH_H

/// Asks the processor to load the cache line at an address, without waiting for it.
///
/// Any address is allowed; the processor ignores invalid ones.
static inline __attribute__((always_inline)) void prefetch_line(const void *address) {
    __builtin_prefetch(address, 0, 3);
}

#endif
