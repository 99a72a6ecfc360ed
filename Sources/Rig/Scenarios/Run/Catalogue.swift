/// Every scenario the rig knows, in the order in which they are run.
package enum Catalogue {
    package static let scenarios: [Scenario] =
        [smoke, steadySound, overlay, passcode, tvOff, ratedProgramme, failingChannel, underrun]
        + [
            scrub, soundChange, subtitlesSeen, saidAgain, infoTabs, zoomMeasured, poster, ownerOverlay, splash,
            proposal, browse, guideScrolled, pictureInPicture, input, interruptions,
        ]
        + [flipByEachHand, quickPresses, remoteHeld, remoteLearn, twoProtocols, touchSwipes]
        + [cecManners, cecKeys, cecLateTV, cecRestart, cecCompliance]
        + [eyes, flipTiming, flipWarm, flipCold, avSync] + smoothness + [besideMpv]
        + faults
        + system

    /// The scenarios that every commit is checked with, on board U: a few minutes of wall clock
    /// time.
    package static let usual: [Scenario] =
        [
            eyes, smoke, steadySound, overlay, passcode, tvOff, ratedProgramme, failingChannel, underrun, quickPresses,
            scrub, subtitlesSeen, saidAgain, ownerOverlay, splash, proposal, browse, pictureInPicture, input,
            remoteLearn, twoProtocols, remoteGone, touchSwipes,
        ]
        + [cecManners, cecKeys]
        + [flipTiming, avSync] + smoothness.prefix(1)
        + [hdmiUnplugged, edidChanged, soundCardGone, networkBlip, daemonKilled]

    /// The parts that a scenario on the host (`PowerCut`) runs on the board: no scenarios by
    /// themselves.
    private static let parts = [powerCutBefore, powerCutAfter]

    package static func scenario(named name: String) -> Scenario? {
        (scenarios + parts).first { $0.name == name }
    }
}
