/// What the process does with memory that it has given back.
package enum FreedMemory {
    /// Has the C library keep some of it for what comes next.
    ///
    /// A window of some thousand rows and its text take a few hundred kilobytes. glibc hands all but 128 of them back to
    /// the system after each answer, and takes them again, page by page, for the next; unless a larger piece has been given
    /// back before: it keeps twice as much as the largest from then on (see `M_MMAP_THRESHOLD` in mallopt(3)).
    package static func keep() {
        unsafe UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 1).deallocate()
    }
}
