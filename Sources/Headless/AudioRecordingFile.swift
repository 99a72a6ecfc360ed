import Base
import Glibc

/// A file of a recording: created empty, appended to, closed with its owner.
final class AudioRecordingFile: Sendable {
    private let descriptor: OwnedDescriptor
    private let path: String

    init(creating path: String) throws(SystemCallError) {
        self.path = path
        descriptor = OwnedDescriptor(
            taking: try checked("open \(path)") {
                open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            })
    }

    func append(_ bytes: [UInt8]) throws(SystemCallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try checked("write \(path)") {
                rest.withUnsafeBytes { write(descriptor.raw, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Overwrites the beginning; the next `append` goes to the end as before.
    func overwriteStart(_ bytes: [UInt8]) throws(SystemCallError) {
        try checked("pwrite \(path)") {
            bytes.withUnsafeBytes { pwrite(descriptor.raw, $0.baseAddress, $0.count, 0) }
        }
    }
}
