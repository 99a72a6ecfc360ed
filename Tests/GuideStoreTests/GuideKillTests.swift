import Foundation
import GuideStore
import Testing
import XMLTV

/// Imports that end at random moments, as by `kill -9` or a cut of the processor's work: nothing is cleaned up.
@Suite(.serialized) struct GuideKillTests {
    private static let programmes: Int64 = 400

    /// Imports one guide after the other, each of one title, until the process is ended.
    private static func importForEver(into folder: String) throws {
        var generation = 0
        while true {
            generation += 1
            let writer = try GuideWriter(
                folder: folder, source: "s", window: 0..<1_000_000, languages: [], wants: { _ in true })
            for number in 0..<programmes {
                var programme = XMLTVProgramme(channel: "c", start: number * 10)
                programme.stop = number * 10 + 10
                programme.titles = [LocalisedText("title\(generation)")]
                try writer.add(programme)
            }
            _ = try writer.finish()
        }
    }

    @Test func `after an import that was killed the old or the new guide is whole`() async throws {
        let folder = NSTemporaryDirectory() + "killed-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let rounds = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 20
        var opened = 0
        for _ in 0..<rounds {
            await #expect(processExitsWith: .signal(SIGALRM)) { [folder = folder as String] in
                // The kernel ends the process at a moment that nothing in it can tell.
                var timer = itimerval()
                timer.it_value.tv_usec = Int.random(in: 1...300_000)
                setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
                try Self.importForEver(into: folder)
            }
            guard let reader = try GuideReader(folder: folder, source: "s") else { continue }
            opened += 1
            let cells = try reader.window(["c"], 0..<1_000_000)[0]
            #expect(cells.count == Int(Self.programmes))
            let titles = Set(cells.map(\.title))
            #expect(titles.count == 1)
            let found = try reader.search(titles.first ?? "", from: 0, limit: 1000)
            #expect(found.count == Int(Self.programmes))
        }
        #expect(opened > 0)
        let writer = try GuideWriter(
            folder: folder, source: "s", window: 0..<1, languages: [], wants: { _ in true })
        _ = try writer.finish()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }
}
