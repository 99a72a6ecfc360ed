import ArgumentParser
import Rig

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The scenarios, and the boards that can run them.")

    func run() {
        let width = (Catalogue.scenarios.map(\.name.count).max() ?? 0) + 2
        for scenario in Catalogue.scenarios {
            print(scenario.name + String(repeating: " ", count: max(1, width - scenario.name.count)) + scenario.summary)
        }
        print(PowerCut.name + String(repeating: " ", count: max(1, width - PowerCut.name.count)) + PowerCut.summary)
    }
}
