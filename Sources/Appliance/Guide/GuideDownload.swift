import Base
import Devices
import Foundation
import Guide

/// Fetches a guide into a file, as its server sends it, with only a little of it on the line at a time: the line is the
/// picture's.
struct GuideDownload: Sendable {
    /// Why a guide could not be fetched, in words for people.
    struct Trouble: Error, CustomStringConvertible {
        var description: String

        /// For a file that the last system call could not write.
        static func unwritable(_ path: String) -> Self {
            Trouble(description: "\(path) can't be written: \(String(cString: strerror(errno)))")
        }
    }

    /// A guide in a file.
    struct Fetched: Sendable, Hashable {
        var path: String
        /// Whether it is another than the last time.
        var isNew: Bool
    }

    /// The largest guide that is fetched, in bytes as they are sent. The largest seen, packed, has 200 MB.
    private static let mostBytes = 2 << 30
    /// How much waits for the disk before the server is asked to wait.
    private static let mostWaiting = 2 << 20

    /// A file's path, or an http(s) URL.
    let source: String
    /// Whether the source comes from the owner's own configuration; a list from elsewhere may only name what lies in
    /// public, or where it lies itself.
    let reach: AddressReach
    let folder: String
    /// The file's name without its end; nothing else in the folder has it.
    let name: String
    let fetcher: any Fetcher

    /// Fetches the guide where it has changed. A file of the owner's is left where it is.
    func fetch() async throws -> Fetched {
        guard source.hasPrefix("http://") || source.hasPrefix("https://") else {
            let path = source.hasPrefix("file://") ? String(source.dropFirst(7)) : source
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw Trouble(description: "\(path) can't be read")
            }
            return Fetched(path: path, isNew: true)
        }
        let handle = Handle()
        return try await withTaskCancellationHandler {
            try await blocking(on: "hearth-file") { try download(handle) }
        } onCancel: {
            handle.cancel()
        }
    }

    /// Blocks until the guide is in its file.
    private func download(_ handle: Handle) throws -> Fetched {
        let (path, part, tags) = ("\(folder)/\(name).xmltv", "\(folder)/\(name).part", "\(folder)/\(name).tags")
        var request = FetchRequest(url: source)
        request.maximumBytes = Self.mostBytes
        request.priority = .warming
        request.isBounded = true
        request.refusesDowngrade = true
        request.reach = reach
        request.redirectReach = reach == .everything ? .everything : []
        request.firstByteTimeout = .seconds(60)
        request.stallTimeout = .seconds(60)
        if FileManager.default.fileExists(atPath: path) { request.headers = Self.conditions(tags) }
        let response = try Self.write(request, part, fetcher, handle)
        if response.status == 304 {
            // A server that says so unasked has sent nothing.
            guard !request.headers.isEmpty else { throw Trouble(description: "the server sent no guide (304)") }
            return Fetched(path: path, isNew: false)
        }
        guard rename(part, path) == 0 else { throw Trouble.unwritable(path) }
        // Behind the guide itself: tags of a guide that is not there would keep it from ever coming.
        let lines = [response.headers["etag"] ?? "", response.headers["last-modified"] ?? ""]
        try? Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: tags), options: .atomic)
        return Fetched(path: path, isNew: true)
    }

    /// The headers by which a server says that nothing has changed.
    private static func conditions(_ tags: String) -> [String: String] {
        guard let text = FileManager.default.contents(atPath: tags).map({ String(decoding: $0, as: UTF8.self) }) else {
            return [:]
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var headers: [String: String] = [:]
        for (header, line) in zip(["If-None-Match", "If-Modified-Since"], lines) where !line.isEmpty {
            headers[header] = String(line)
        }
        return headers
    }

    // MARK: On a thread of its own

    private struct Arrived: Sendable {
        var response: FetchResponse?
        var pieces: [[UInt8]] = []
        var waiting = 0
        var result: Result<FetchTiming, FetchError>?
    }

    /// What stops the download when the box ends.
    private final class Handle: Sendable {
        private let state = Locked<(handle: (any FetchHandle)?, isCancelled: Bool)>((nil, false))

        func began(_ handle: any FetchHandle) {
            let isCancelled = state.withLock {
                $0.handle = handle
                return $0.isCancelled
            }
            if isCancelled { handle.cancel() }
        }

        func cancel() {
            let handle = state.withLock {
                $0.isCancelled = true
                return $0.handle
            }
            handle?.cancel()
        }
    }

    private static func write(
        _ request: FetchRequest, _ path: String, _ fetcher: any Fetcher, _ handle: Handle
    ) throws -> FetchResponse {
        let arrived = Monitor(Arrived())
        let fetch = fetcher.fetch(request) { event in
            arrived.update { arrived in
                switch event {
                case .response(let response): arrived.response = response
                case .data(let bytes):
                    arrived.pieces.append(bytes)
                    arrived.waiting += bytes.count
                case .finished(let result): arrived.result = result
                }
            }
        }
        handle.began(fetch)
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
        guard file >= 0 else {
            let trouble = Trouble.unwritable(path)
            fetch.cancel()
            throw trouble
        }
        defer { close(file) }
        do {
            while let (pieces, isMuch) = next(arrived) {
                // The server waits while the disk is behind.
                if isMuch { fetch.pause() }
                for piece in pieces { try write(piece, to: file, path) }
                if isMuch { fetch.resume() }
            }
        } catch {
            fetch.cancel()
            throw error
        }
        let end = arrived.withLock { ($0.result, $0.response) }
        if case .failure(let error)? = end.0 { throw error }
        guard let response = end.1 else { throw Trouble(description: "no answer") }
        guard fsync(file) == 0 else {
            throw Trouble.unwritable(path)
        }
        return response
    }

    /// What has come since, and whether it is much; nil: that was all.
    private static func next(_ arrived: Monitor<Arrived>) -> (pieces: [[UInt8]], isMuch: Bool)? {
        let (pieces, isMuch) = arrived.wait { arrived -> ([[UInt8]], Bool)? in
            guard !arrived.pieces.isEmpty || arrived.result != nil else { return nil }
            defer { (arrived.pieces, arrived.waiting) = ([], 0) }
            return (arrived.pieces, arrived.waiting > mostWaiting)
        }
        return pieces.isEmpty ? nil : (pieces, isMuch)
    }

    private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw Trouble.unwritable(path)
            }
            rest = rest.dropFirst(count)
        }
    }
}
