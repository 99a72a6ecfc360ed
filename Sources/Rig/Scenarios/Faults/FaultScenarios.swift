extension Catalogue {
    /// The fault scenarios: what breaks, and what a viewer must then see and hear.
    static let faults = [
        hdmiUnplugged, edidChanged, lateScreen, soundCardGone, remoteGone,
        networkBlip, networkCut, networkCutFlip, networkSlow, networkLossy, stutteringNetwork, originDead, serverBusy,
        diskFull, diskFullAtStart, clockJump, clockJumpLive, daemonKilled, memoryPressure,
    ]
}
