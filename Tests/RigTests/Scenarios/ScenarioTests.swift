import Foundation
import Rig
import Testing

/// Tests one at a time: there is one screen, one sound card, one processor.
@Suite("Scenarios on the board", .serialized, .enabled(if: Board.isHere, "needs the board: scripts/board/smoke"))
struct ScenarioTests {
    @Test("What a viewer does, and what must be seen and heard", arguments: Catalogue.usual.map(\.name))
    func passes(_ name: String) throws {
        let scenario = try #require(Catalogue.scenario(named: name))
        let programs = ProcessInfo.processInfo.environment["HEARTH_PROGRAMS"] ?? ".build/debug"
        let folder = "\(Board.share ?? "/tmp")/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let bench = try BoardUBench.make(programs: programs)
        let result = ScenarioRun.run(scenario, on: bench, folder: folder)
        print(result.summary)
        guard !result.passed else { return }
        try? bench.box.log.write(toFile: "\(folder)/hearthd.log", atomically: true, encoding: .utf8)
        Issue.record("\(result.summary)\n\(bench.box.log.suffix(3_000))")
    }
}
