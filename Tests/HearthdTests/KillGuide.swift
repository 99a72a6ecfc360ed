import ControlProtocol
import Foundation
import TestSupport
import Testing

/// A guide that is another one each time a daemon begins. Whatever the daemon is killed in the middle of, it has one of
/// them, whole, and none that is older than what it had before.
struct KillGuide {
    private let file: URL
    private var written = 0
    /// The edition that a daemon had last; 0: none had one yet.
    private var seen = 0

    /// How many programmes of an edition are still to come; many more have been, so that reading it takes a while.
    private static let coming = 80

    init(_ directory: TestDirectory) { file = directory.file("guide.xml") }

    var configuration: String { "[guide]\nsources = [\"\(file.path)\"]\n" }

    /// Puts the next edition in the place of the last.
    mutating func write() throws {
        written += 1
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "yyyyMMddHHmmss '+0000'"
        let now = Date()
        func programme(_ channel: Int, _ quarter: Int) -> String {
            let start = now.addingTimeInterval(Double(quarter) * 900)
            let title = "Edition \(written)"
            return "<programme channel=\"c\(channel)\" start=\"\(format.string(from: start))\" "
                + "stop=\"\(format.string(from: start.addingTimeInterval(900)))\"><title>\(title)</title>"
                + "<desc>\(title) of channel \(channel) at quarter \(quarter)</desc></programme>\n"
        }
        var text = "<tv>\n"
        for channel in 1...4 {
            text += "<channel id=\"c\(channel)\"><display-name>\(channel)</display-name></channel>\n"
        }
        for channel in 1...4 {
            for quarter in -300..<0 { text += programme(channel, quarter) }
            // Far enough ahead not to have begun when it is asked for.
            for quarter in 0..<(Self.coming / 4) { text += programme(channel, 96 + quarter) }
        }
        try Data((text + "</tv>\n").utf8).write(to: file, options: .atomic)
    }

    /// Compares what a daemon has that has just started with what one had before.
    ///
    /// - Parameter waitsForNewest: whether it is to have the newest in the end
    mutating func settle(with box: TestBox, _ when: String, waitsForNewest: Bool = false) async throws {
        // The databases are opened beside the rest.
        let (least, wanted) = (seen, waitsForNewest ? written : seen)
        let found = try await eventually { () -> [String]? in
            let titles = try await Self.titles(box)
            return wanted == 0 || titles.contains("Edition \(wanted)") || (!waitsForNewest && !titles.isEmpty)
                ? titles : nil
        }
        let titles = try #require(found, "\(when): edition \(wanted) is gone; log: \(box.log.suffix(2000))")
        guard let title = titles.first else { return }
        #expect(Set(titles).count == 1 && titles.count == Self.coming, "\(when): \(Set(titles)), \(titles.count)")
        seen = Int(title.dropFirst("Edition ".count)) ?? 0
        #expect(least <= seen && seen <= written, "\(when): \(title), and before it \(least)")
    }

    private static func titles(_ box: TestBox) async throws -> [String] {
        let answer = try await box.control("guide", "search", "Edition", "--first", "500", "--json")
        return try Wire.decode(ProgrammeList.self, from: answer.output).programmes.map(\.programme.title)
    }
}
