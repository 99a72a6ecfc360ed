/// Every scenario the rig knows, in the order in which they are run.
package enum Catalogue {
    package static let scenarios: [Scenario] =
        [smoke, overlay, passcode, failingChannel, underrun]
        + [flipTiming, avSync] + smoothness

    package static func scenario(named name: String) -> Scenario? { scenarios.first { $0.name == name } }
}
