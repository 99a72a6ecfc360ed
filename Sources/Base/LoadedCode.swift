import CLinux
import Glibc

/// The code of the program and its libraries, as it is mapped.
package enum LoadedCode {
    /// Gives back the pages of code and tables that were read so far: what is needed again comes from the page cache.
    ///
    /// The dynamic linker reads the symbols and relocations of some 200 libraries, once, and the kernel maps what lies
    /// around them: half of what a process like this holds when it has started.
    package static func giveBack() {
        _ = dl_iterate_phdr(
            { info, _, _ in
                if let object = info?.pointee { LoadedCode.giveBack(object) }
                return 0
            }, nil)
    }

    private static func giveBack(_ object: dl_phdr_info) {
        let headers = UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
        guard !headers.contains(where: { hasTextRelocations($0, object.dlpi_addr) }) else { return }
        let page = UInt(getpagesize())
        // What the linker or the program wrote to, now protected or not, lies in segments that may be written.
        for header in headers where header.p_type == UInt32(PT_LOAD) && header.p_flags & UInt32(PF_W) == 0 {
            let start = UInt(object.dlpi_addr &+ header.p_vaddr)
            let from = start & ~(page - 1)
            let end = (start &+ UInt(header.p_memsz) &+ page - 1) & ~(page - 1)
            madvise(UnsafeMutableRawPointer(bitPattern: from), Int(end &- from), MADV_DONTNEED)
        }
    }

    /// Whether the linker has written into code: then it is not as in the file.
    private static func hasTextRelocations(_ header: Elf64_Phdr, _ base: Elf64_Addr) -> Bool {
        guard header.p_type == UInt32(PT_DYNAMIC),
            var entry = UnsafePointer<Elf64_Dyn>(bitPattern: UInt(base &+ header.p_vaddr))
        else { return false }
        while entry.pointee.d_tag != Int64(DT_NULL) {
            if entry.pointee.d_tag == Int64(DT_TEXTREL) { return true }
            if entry.pointee.d_tag == Int64(DT_FLAGS), entry.pointee.d_un.d_val & UInt64(DF_TEXTREL) != 0 {
                return true
            }
            entry += 1
        }
        return false
    }
}
