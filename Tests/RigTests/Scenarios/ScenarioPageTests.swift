import Foundation
import Rig
import Testing

/// docs/rig.md names scenarios that there are.
struct ScenarioPageTests {
    @Test("Each scenario whose figures the page gives can be run")
    func scenarios() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/rig.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let rows = page.components(separatedBy: "| Scenario | Found |\n|---|---|\n").dropFirst().flatMap { table in
            table.components(separatedBy: "\n").prefix { $0.hasPrefix("| ") }
        }
        let names = rows.flatMap { row in
            row.split(separator: "|").first.map { $0.matches(of: /`([a-z0-9-]+)`/).map { String($0.output.1) } } ?? []
        }
        #expect(names.count > 15)
        for name in names { #expect(Catalogue.scenario(named: name) != nil, "\(name)") }
    }
}
