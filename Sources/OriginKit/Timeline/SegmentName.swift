/// The name of a segment or a part in a URL: `2s/884321.ts`, `2s/break-884321.m4s`, `2s/884321.3.m4s`. The
/// index counts from 1970, whatever a playlist numbers it.
struct SegmentName: Equatable, Sendable {
    let seconds: Int
    /// The index, 0…2^40.
    let index: Int64
    /// The index of the part; nil: the whole segment.
    var part: Int?
    var isBreak = false
    let container: MediaContainer

    private static let breakPrefix = "break-"

    init(seconds: Int, index: Int64, part: Int? = nil, isBreak: Bool = false, container: MediaContainer) {
        self.seconds = seconds
        self.index = index
        self.part = part
        self.isBreak = isBreak
        self.container = container
    }

    init?(folder: String, file: String) {
        guard folder.hasSuffix("s"), let seconds = Int(folder.dropLast()) else { return nil }
        let name = file.split(separator: ".", omittingEmptySubsequences: false)
        guard name.count == 2 || name.count == 3,
            let container = MediaContainer.allCases.first(where: { $0.fileExtension == name[name.count - 1] })
        else { return nil }
        isBreak = name[0].hasPrefix(Self.breakPrefix)
        guard let index = Int64(isBreak ? name[0].dropFirst(Self.breakPrefix.count) : name[0]),
            (0...1 << 40).contains(index)
        else { return nil }
        if name.count == 3 {
            guard let part = Int(name[1]), (0..<64).contains(part) else { return nil }
            self.part = part
        }
        self.seconds = seconds
        self.index = index
        self.container = container
    }

    static func initName(isBreak: Bool) -> String { "\(isBreak ? breakPrefix : "")init.mp4" }

    var path: String {
        let number = part.map { "\(index).\($0)" } ?? String(index)
        return "\(seconds)s/\(isBreak ? Self.breakPrefix : "")\(number).\(container.fileExtension)"
    }
}
