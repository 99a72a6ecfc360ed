/// Every scenario the rig knows, in the order in which they are run.
package enum Catalogue {
    package static let scenarios: [Scenario] =
        [smoke, overlay, passcode, failingChannel, underrun]
        + [flipByEachHand, quickPresses, remoteHeld]
        + [cecManners, cecKeys, cecLateTV, cecCompliance]
        + [flipTiming, avSync] + smoothness + [besideMpv]
        + faults
        + system

    /// What a scenario of the host's (`PowerCut`) has run on the board: nothing by itself.
    private static let parts = [powerCutBefore, powerCutAfter]

    package static func scenario(named name: String) -> Scenario? {
        (scenarios + parts).first { $0.name == name }
    }
}
