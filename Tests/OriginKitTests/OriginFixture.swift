import Base
import Foundation
import Testing

@testable import OriginKit

/// The test profile's origin, encoded once for all tests of a run and kept for the next run.
enum OriginFixture {
    static let channels = OriginProfile.test.channels(count: nil)

    static let adverts = OriginProfile.test.adverts

    static let hasFFmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static let skipped: Comment = "ffmpeg is not installed"

    private static let prepared: Result<PieceLibrary, any Error> = Result {
        let cache = ContentCache(directory: "/tmp/hearth-origin-tests")
        try cache.prepare(channels + adverts) { _ in }
        return PieceLibrary(channels: channels, adverts: adverts, cache: cache)
    }

    static func library() throws -> PieceLibrary { try prepared.get() }

    static func origin(_ options: [Int: [(name: String, value: String)]] = [:]) throws -> Origin {
        Origin(library: try library(), channelOptions: options, startedAt: 1_000_000)
    }

    /// Runs a program; returns its output and status. Off the cooperative pool, which an origin in
    /// the same process needs.
    static func run(_ arguments: [String]) async throws -> (output: String, status: Int32) {
        try await blocking(on: "test-program") { try runBlocking(arguments) }
    }

    private static func runBlocking(_ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: output, as: UTF8.self), process.terminationStatus)
    }
}

extension OriginAnswer {
    var bytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension MediaPlaylist {
    /// The options of a query.
    init(
        _ query: String, segments: Range<Int64>, rung: String = "720", isLive: Bool = true, keys: KeyRotation? = nil
    ) throws {
        let options = StreamOptions(Origin.pairs(query))
        let timeline = try #require(SegmentTimeline(segmentSeconds: options.segmentSeconds))
        self.init(
            programme: Programme(timeline: timeline, options: options, startedAt: 0),
            listing: .init(segments: segments, firstNumber: segments.lowerBound, hasEnded: !isLive), rung: rung,
            query: query, isLive: isLive, keys: keys)
    }
}
