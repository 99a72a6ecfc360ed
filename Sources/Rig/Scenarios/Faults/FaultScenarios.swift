extension Catalogue {
    /// What breaks, and what a viewer must see and hear then.
    static let faults = [
        hdmiUnplugged, edidChanged, lateScreen, soundCardGone, remoteGone,
        networkBlip, networkCut, networkCutFlip, networkSlow, networkLossy, stutteringNetwork, originDead, serverBusy,
        diskFull, diskFullAtStart, clockJump, clockJumpLive, daemonKilled, memoryPressure,
    ]
}
