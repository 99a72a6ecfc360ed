import Base
import Devices
import Glibc
import Networking
import XMLTV

/// Where a guide for `hearthctl guide inspect` comes from: a file, standard input, or a server; read as it comes.
enum GuideSource {
    /// The longest guide that is loaded, in bytes as they are sent.
    private static let maximumBytes = 2 << 30
    /// How much waits to be read before the server is asked to wait.
    private static let mostWaiting = 4 << 20

    /// Reads a guide to its end.
    static func read(_ argument: String, _ importer: XMLTVImporter) throws -> XMLTVImporter.Report {
        switch PlaylistSource(argument) {
        case .file(let path): try importer.read(path: path)
        case .standardInput: try importer.read(descriptor: STDIN_FILENO)
        case .web(let url): try load(url, importer)
        }
    }

    private struct Download: Sendable {
        var pieces: [[UInt8]] = []
        var waiting = 0
        var ending: Result<FetchTiming, FetchError>?
    }

    private static func load(_ url: String, _ importer: XMLTVImporter) throws -> XMLTVImporter.Report {
        let download = Monitor(Download())
        var request = FetchRequest(url: url, maximumBytes: maximumBytes, acceptsCompression: true)
        request.firstByteTimeout = .seconds(60)
        request.stallTimeout = .seconds(60)
        // Its downloads end when it goes.
        let fetcher = try CurlFetcher()
        defer { withExtendedLifetime(fetcher) {} }
        let fetch = fetcher.fetch(request) { event in
            download.update { download in
                switch event {
                case .response: break
                case .data(let bytes):
                    download.pieces.append(bytes)
                    download.waiting += bytes.count
                case .finished(let ending): download.ending = ending
                }
            }
        }
        do {
            while let (pieces, isMuch) = next(download) {
                if isMuch { fetch.pause() }
                for piece in pieces { try importer.feed(piece) }
                if isMuch { fetch.resume() }
            }
        } catch {
            fetch.cancel()
            throw error
        }
        if case .failure(let error)? = download.withLock({ $0.ending }) { throw error }
        return try importer.finish()
    }

    /// What has come since, and whether it is much; nil: that was all.
    private static func next(_ download: Monitor<Download>) -> (pieces: [[UInt8]], isMuch: Bool)? {
        let (pieces, isMuch) = download.wait { download -> ([[UInt8]], Bool)? in
            guard !download.pieces.isEmpty || download.ending != nil else { return nil }
            defer { (download.pieces, download.waiting) = ([], 0) }
            return (download.pieces, download.waiting > mostWaiting)
        }
        return pieces.isEmpty ? nil : (pieces, isMuch)
    }
}
