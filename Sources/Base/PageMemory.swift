import Glibc

/// Memory straight from the kernel, zeroed: pages that were never written to cost nothing, and what is dropped or
/// freed goes back to the kernel at once, whatever lies beside it in the heap.
package final class PageMemory: @unchecked Sendable {
    // Unchecked: it only says where the memory is; who may touch it is up to the owner.

    package let base: UnsafeMutableRawPointer
    package let byteCount: Int

    /// Reserves at least `byteCount` bytes; nil without memory.
    package init?(byteCount: Int) {
        let page = Int(getpagesize())
        let (sum, isOverflowing) = max(1, byteCount).addingReportingOverflow(page - 1)
        guard !isOverflowing else { return nil }
        self.byteCount = sum / page * page
        let mapped = mmap(
            nil, self.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped, mapped != MAP_FAILED else { return nil }
        base = mapped
    }

    deinit {
        munmap(base, byteCount)
    }

    /// Gives the pages back; what is read from now on is zero.
    package func drop() {
        madvise(base, byteCount, MADV_DONTNEED)
    }
}
