import Base
import Devices
import Foundation
import Glibc
import Networking

/// The source of a playlist or a channel list for `inspect`: a file, standard input, or a server.
enum PlaylistSource: Equatable {
    case file(String)
    case standardInput
    case web(String)

    /// Parses an argument: `-` is standard input; what begins with `http://` or `https://` is
    /// fetched.
    init(_ argument: String) {
        let start = argument.prefix(8).lowercased()
        if argument == "-" {
            self = .standardInput
        } else if start.hasPrefix("http://") || start.hasPrefix("https://") {
            self = .web(argument)
        } else {
            self = .file(argument)
        }
    }

    struct Content: Equatable {
        var bytes: [UInt8]
        /// The URL after redirects, to which references are relative.
        var url: String
    }

    /// The reason why there are no bytes to read.
    struct Unreadable: Error, Equatable {
        var cause: String
        var nextStep: String
    }

    /// The most bytes of a playlist: the parser refuses longer ones too.
    static let maximumBytes = 16 << 20

    /// - Parameter maximumBytes: the most bytes read; of a file one more is, so that a reader sees that it is longer
    func read(maximumBytes: Int = Self.maximumBytes) throws(Unreadable) -> Content {
        switch self {
        case .file(let path): try Self.read(path, maximumBytes)
        case .standardInput:
            Content(bytes: Self.bytes(of: STDIN_FILENO, maximumBytes), url: "")
        case .web(let url): try Self.fetch(url, maximumBytes)
        }
    }

    private static func read(_ path: String, _ maximumBytes: Int) throws(Unreadable) -> Content {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw Unreadable(
                cause: "\(path) cannot be opened: \(String(cString: strerror(errno)))",
                nextStep: "is the path right, and may you read it?")
        }
        defer { close(file) }
        return Content(bytes: bytes(of: file, maximumBytes), url: URL(fileURLWithPath: path).absoluteString)
    }

    /// The bytes of a file, up to one more than a playlist may have: the parser then reports it.
    private static func bytes(of file: Int32, _ maximumBytes: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= maximumBytes {
            let count = Glibc.read(file, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    private static func fetch(_ url: String, _ maximumBytes: Int) throws(Unreadable) -> Content {
        struct Download {
            var content = Content(bytes: [], url: "")
            var ending: Result<FetchTiming, FetchError>?
        }
        let download = Monitor(Download())
        let fetcher: CurlFetcher
        do {
            fetcher = try CurlFetcher()
        } catch {
            throw Unreadable(cause: "libcurl cannot be used: \(error)", nextStep: "is there memory left?")
        }
        fetcher.fetch(FetchRequest(url: url, maximumBytes: maximumBytes, acceptsCompression: true)) { event in
            download.update { download in
                switch event {
                case .response(let response): download.content.url = response.url
                case .data(let bytes): download.content.bytes += bytes
                case .finished(let ending): download.ending = ending
                }
            }
        }
        let result = download.wait { download in download.ending.map { ending in ending.map { _ in download.content } }
        }
        switch result {
        case .success(let content): return content
        case .failure(let error):
            throw Unreadable(
                cause: error.description, nextStep: "does the address open elsewhere, and from this machine?")
        }
    }
}
