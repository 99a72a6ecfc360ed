/// Says where a process's resident memory is, by the kernel's list of its mappings.
struct MemoryMap {
    /// Pages of files, which the kernel can drop: code and tables of the program and its libraries, and fonts.
    private(set) var files = 0.0
    /// Pages of libraries that the dynamic linker or the program has written to.
    private(set) var written = 0.0
    /// The C library's heaps: all that is small.
    private(set) var heap = 0.0
    /// Mappings of their own: pictures, packets, sound, surfaces, and other large buffers.
    private(set) var large = 0.0
    private(set) var stacks = 0.0

    var row: [(String, Double)] {
        [
            ("files_mb", files), ("written_mb", written), ("heap_mb", heap), ("large_mb", large), ("stacks_mb", stacks),
        ]
    }

    /// Reads the mappings of a process.
    init(of processID: Int32) throws { self.init(text: try TextFile.read("/proc/\(processID)/smaps")) }

    init(text: String) {
        var name: Substring = ""
        var (start, size): (UInt64, UInt64) = (0, 0)
        var resident = 0.0
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard let first = fields.first else { continue }
            if !first.hasSuffix(":") {
                let ends = first.split(separator: "-").compactMap { UInt64($0, radix: 16) }
                guard ends.count == 2 else { continue }
                (start, size) = (ends[0], ends[1] &- ends[0])
                name = fields.count > 5 ? fields[5] : ""
            } else if first == "Rss:" {
                resident = Self.megabytes(fields)
            } else if first == "Anonymous:" {
                add(name, start, size, resident, written: Self.megabytes(fields))
            }
        }
    }

    private mutating func add(_ name: Substring, _ start: UInt64, _ size: UInt64, _ resident: Double, written: Double) {
        if name.hasPrefix("/") {
            files += resident - written
            self.written += written
        } else if name == "[heap]" || name.isEmpty && start % Self.heapSize == 0 {
            heap += resident
        } else if name.hasPrefix("[stack") || Self.stackSizes.contains(size) {
            stacks += resident
        } else {
            large += resident
        }
    }

    /// The size and alignment of the heaps that glibc makes for arenas but the first.
    private static let heapSize: UInt64 = 64 << 20
    /// The sizes of stacks: `NamedThread`'s and the system's.
    private static let stackSizes: [UInt64] = [1 << 20, 8 << 20]

    private static func megabytes(_ fields: [Substring]) -> Double {
        (fields.count > 1 ? Double(fields[1]) ?? 0 : 0) / 1024
    }
}
