import Base
import CFFmpeg
import Glibc
import Logging

/// Finds and opens the decoding hardware of this machine. Looking for device nodes costs microseconds; a
/// GPU's driver is loaded on a thread of its own and only where there is a node, so that a machine
/// without hardware pays nothing.
final class HardwareDevices: Sendable {
    /// The methods for which there are nodes: whether they decode anything is seen when they are used.
    let offered: [DecodingMethod]
    private let contexts = Monitor<[String: DeviceContext]>([:])
    private static let log = Logger(label: "hearth.ffmpeg")

    /// One reference to a device of the library, or none: it did not open.
    private struct DeviceContext: @unchecked Sendable {
        // Unchecked: the library counts references atomically; the pointer is never changed.
        let reference: UnsafeMutablePointer<AVBufferRef>?
    }

    init(_ offered: [DecodingMethod]) {
        self.offered = offered
        for case .vaapi(let node) in offered { open(node) }
    }

    deinit {
        contexts.withLock { contexts in
            for context in contexts.values {
                var reference = context.reference
                av_buffer_unref(&reference)
            }
        }
    }

    /// Looks for device nodes.
    /// - Parameters: folders, so that a test can give others.
    static func probe(dri: String = "/dev/dri", dev: String = "/dev") -> [DecodingMethod] {
        let nodes = names(in: dri).filter { $0.hasPrefix("renderD") }.sorted()
        let hasVideo = names(in: dev).contains {
            $0.hasPrefix("video") && $0.dropFirst(5).allSatisfy(\.isNumber) && $0 != "video"
        }
        return nodes.map { .vaapi(node: "\(dri)/\($0)") } + (hasVideo ? [.v4l2] : [])
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    private func open(_ node: String) {
        let contexts = contexts
        do {
            _ = try NamedThread("hearth-probe") {
                var reference: UnsafeMutablePointer<AVBufferRef>?
                let result = av_hwdevice_ctx_create(&reference, AV_HWDEVICE_TYPE_VAAPI, node, nil, 0)
                if result < 0 {
                    Self.log.notice("no VA-API", metadata: ["node": "\(node)", "reason": "\(errorText(result))"])
                }
                let context = DeviceContext(reference: result >= 0 ? reference : nil)
                contexts.update { $0[node] = context }
            }
        } catch {
            contexts.update { $0[node] = DeviceContext(reference: nil) }
        }
    }

    /// A new reference to a device, owned by the caller; nil when the device does not work. Blocks while
    /// its driver loads.
    func reference(_ node: String) -> UnsafeMutablePointer<AVBufferRef>? {
        let context = contexts.wait { $0[node] }
        return context.reference.flatMap { av_buffer_ref($0) }
    }
}
