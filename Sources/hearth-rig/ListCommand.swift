import ArgumentParser
import Rig

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The scenarios, and what each needs of a bench.")

    func run() {
        for scenario in Catalogue.scenarios {
            print("\(scenario.name.padding(to: 24)) \(scenario.summary)")
        }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
