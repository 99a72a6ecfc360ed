import Base
import Devices
import Glibc
import MediaCore

/// A fetcher that reads files of this machine, for what the box's owner has named. Their addresses are of a host that is
/// nowhere else: a session takes no `file:`, so that no list leads to this machine's files.
package struct LocalFiles: Fetcher {
    private let clock: any HostClock
    /// A name that no resolver knows (RFC 6761 §6.4).
    private static let root = "http://this-machine.invalid"
    private static let piece = 128 << 10

    package init(clock: any HostClock) { self.clock = clock }

    /// The address of a file.
    ///
    /// - Parameter path: from the root on
    package static func address(of path: String) -> String {
        path.utf8.reduce(into: root) { address, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                address.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }

    @discardableResult
    package func fetch(
        _ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchHandle {
        let reading = Reading()
        do {
            let clock = clock
            _ = try NamedThread("hearth-film") {
                handler(.finished(Self.serve(request, reading, clock) { handler($0) }))
            }
        } catch {
            handler(.finished(.failure(.other(url: request.url, reason: "\(error)"))))
        }
        return reading
    }

    private static func serve(
        _ request: FetchRequest, _ reading: Reading, _ clock: any HostClock, _ tell: (FetchEvent) -> Void
    ) -> Result<FetchTiming, FetchError> {
        let asked = clock.now
        guard request.url.hasPrefix(root + "/") else {
            return .failure(.badURL(request.url, reason: "it is no file of this machine"))
        }
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(
                open: PercentEncoding.decoded(request.url.dropFirst(root.count)), flags: O_RDONLY)
            let length = Int(try checked("lseek") { lseek(file.raw, 0, SEEK_END) })
            let first = min(length, Int(clamping: request.range?.offset ?? 0))
            let end = min(length, request.range?.length.map { first.addingSaturating(Int(clamping: $0)) } ?? length)
            var headers = ["accept-ranges": "bytes", "content-length": "\(end - first)"]
            if request.range != nil { headers["content-range"] = "bytes \(first)-\(max(first, end - 1))/\(length)" }
            tell(
                .response(
                    FetchResponse(
                        status: request.range == nil ? 200 : 206, url: request.url, headers: headers,
                        wasRangeAsked: request.range != nil)))
            var place = first
            var firstByte: HostTime?
            while place < end {
                guard reading.mayGoOn() else { return .failure(.cancelled) }
                var bytes = [UInt8](repeating: 0, count: min(piece, end - place))
                let count = try checked("pread") { pread(file.raw, &bytes, bytes.count, off_t(place)) }
                // It became shorter meanwhile.
                guard count > 0 else { break }
                place += count
                firstByte = firstByte ?? clock.now
                tell(.data(count == bytes.count ? bytes : Array(bytes[..<count])))
            }
            return reading.isCancelled
                ? .failure(.cancelled)
                : .success(
                    FetchTiming(
                        requested: asked, firstByte: firstByte, finished: clock.now, bytes: place - first,
                        reusedConnection: true))
        } catch {
            return .failure(.other(url: request.url, reason: "\(error)"))
        }
    }
}

/// A file that is read on a thread of its own.
private final class Reading: FetchHandle {
    private let state = Monitor((rests: false, isCancelled: false))

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Waits while it rests; false when it was cancelled.
    func mayGoOn() -> Bool { state.wait { $0.isCancelled ? false : $0.rests ? nil : true } }

    func cancel() { state.update { $0.isCancelled = true } }
    func pause() { state.update { $0.rests = true } }
    func resume() { state.update { $0.rests = false } }
}
