import ArgumentParser
import ControlProtocol
import Foundation
import Testing

@testable import hearthctl

@Suite("hearthctl resume")
struct ResumeCommandTests {
    @Test("Each film is a line with its place, its length and its id; none is a sentence")
    func list() {
        let lines = ResumeCommand.describe(
            ResumeList(points: [
                ResumeList.Point(
                    id: "film", name: "A Film", positionSeconds: 2480, durationSeconds: 5400, updated: Date()),
                ResumeList.Point(
                    id: "address:1f", name: "films", positionSeconds: 3723, durationSeconds: 7205, updated: Date()),
            ]))
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("  41:20  of 1:30:00  ") == true && lines.first?.hasSuffix("A Film") == true)
        #expect(lines.last?.hasPrefix("1:02:03  of 2:00:05  ") == true && lines.last?.contains("address:1f") == true)
        #expect(ResumeCommand.describe(ResumeList()) == ["No film was left in the middle."])
    }

    @Test("To forget takes one id or --all, never neither nor both")
    func forget() throws {
        #expect(try ResumeCommand.Forget.parse(["film"]).id == "film")
        #expect(try ResumeCommand.Forget.parse(["--all"]).all)
        #expect(throws: (any Error).self) { try ResumeCommand.Forget.parse([]) }
        #expect(throws: (any Error).self) { try ResumeCommand.Forget.parse(["film", "--all"]) }
    }
}
