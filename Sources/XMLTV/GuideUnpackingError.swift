/// Why a guide can't be unpacked.
package enum GuideUnpackingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It ends before what is packed does.
    case truncated(GuideUnpacker.Format, bytes: Int64)
    case damaged(GuideUnpacker.Format, reason: String)
    /// A format that is known and not read.
    case notUnpacked(String)
    /// A zip archive without a file, or with none that could be a guide.
    case noFile
    case tooLarge(Int64)
    case inflated(Int64)
    case outOfMemory

    package var description: String {
        switch self {
        case .truncated(let format, let bytes): "the \(format.rawValue) data breaks off after \(bytes) bytes"
        case .damaged(let format, let reason): "the \(format.rawValue) data is damaged: \(reason)"
        case .notUnpacked(let name): "it is packed with \(name), which is not read: gzip, xz, zip or plain XML is"
        case .noFile: "there is no guide in the zip archive"
        case .tooLarge(let limit): "unpacked it is longer than \(limit) bytes"
        case .inflated(let ratio): "unpacked it becomes more than \(ratio) times as long: no guide"
        case .outOfMemory: "there is no memory to unpack it"
        }
    }
}
