import ArgumentParser
import ControlProtocol
import Foundation
import Testing

@testable import hearthctl

/// docs/hearthctl.md says what the programs have: neither more nor less.
@Suite("hearthctl's page")
struct DocumentationTests {
    private static let page: [String] = {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/hearthctl.md")
        return (try? String(contentsOf: url, encoding: .utf8))?.components(separatedBy: "\n") ?? []
    }()

    /// The code in the first cell of each row of the table under `header`, as it is written.
    private static func firstCells(under header: String) -> [String] {
        page.drop { !$0.hasPrefix(header) }.dropFirst(2).prefix { $0.hasPrefix("|") }.compactMap { row in
            row.replacing("\\|", with: "/").split(separator: "|").first.map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func code(in cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
    }

    @Test("Its table of verbs has every verb, and none that is not there")
    func verbs() {
        let told = Self.firstCells(under: "| Verb |").flatMap(Self.code).compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        let verbs = Hearthctl.configuration.subcommands.compactMap { $0.configuration.commandName }
        #expect(verbs.count == Hearthctl.configuration.subcommands.count && verbs.count > 20)
        #expect(Set(told) == Set(verbs))
    }

    @Test("Its table of exit codes has each")
    func exitCodes() {
        let codes = (0..<32).filter { Outcome(rawValue: $0) != nil }.map(String.init)
        #expect(Self.firstCells(under: "| Code |") == codes && codes.count == 6)
    }

    @Test("Its table of routes has each with its method")
    func routes() {
        let told = Self.firstCells(under: "| Route |").flatMap(Self.code)
        #expect(Set(told) == Set(Route.allCases.map { "\($0.method.rawValue) \($0.rawValue)" }))
    }
}
