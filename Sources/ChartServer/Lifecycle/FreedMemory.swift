/// What the C library does with freed memory.
package enum FreedMemory {
    /// Makes the C library keep some of it for the next answer.
    ///
    /// A window of some thousand rows takes a few hundred kilobytes with its text. After each answer glibc returns all
    /// but 128 of them to the system, and takes them back page by page for the next. Once a larger block was freed,
    /// glibc keeps twice the size of the largest one (see `M_MMAP_THRESHOLD` in mallopt(3)).
    package static func keep() {
        unsafe UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 1).deallocate()
    }
}
