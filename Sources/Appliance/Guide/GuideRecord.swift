import Foundation
import Glibc
import Guide
import GuideStore

/// Tells whether a guide must be read again: what it was made of the last time.
struct GuideRecord: Codable, Hashable {
    /// What is read anew even where nothing has changed: programmes that were too far ahead are near now.
    private static let longest: Int64 = 3 * 86_400

    /// The guide's file: time of its change in nanoseconds, length and number.
    private var file: [Int64]
    private var channels: UInt64
    private var languages: [String]
    private var version: Int
    /// Seconds since 1970.
    private(set) var time: Int64
    /// What came of it.
    var programmes = 0
    /// When its last programme ends, in seconds since 1970; nil: not known.
    var lastStop: Int64?

    /// What the guide would be made of now; nil: its file can't be looked at.
    init?(path: String, channels: [ChannelMatching.Listed], languages: [String], now: Int64) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let changed = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
        file = [
            changed &+ Int64(status.st_mtim.tv_nsec), Int64(status.st_size), Int64(truncatingIfNeeded: status.st_ino),
        ]
        // In whatever order: a list that is sorted otherwise wants the same.
        self.channels = channels.reduce(0) { $0 &+ GuideFile.hash(Self.text($1)) }
        self.languages = languages
        version = GuideFile.version
        time = now
    }

    /// Whether a guide that was made of `other` is still what this one would be.
    func isMet(by other: GuideRecord) -> Bool {
        let age = time.subtractingReportingOverflow(other.time)
        return file == other.file && channels == other.channels && languages == other.languages
            && version == other.version && !age.overflow && (0..<Self.longest).contains(age.partialValue)
    }

    /// The record in a file; nil: there is none that can be read.
    static func read(_ path: String) -> GuideRecord? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Self.self, from: $0) }
    }

    func write(_ path: String) throws {
        try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private static func text(_ channel: ChannelMatching.Listed) -> String {
        let hand =
            switch channel.byHand {
            case nil: ""
            case .noGuide: "-"
            case .id(let id): "+" + id
            }
        return [channel.name, channel.guideID ?? "", channel.guideName ?? "", hand].joined(separator: "\u{1f}")
    }
}
