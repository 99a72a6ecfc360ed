/// A kind of fault that a bench can make and mend again.
package enum FaultKind: String, CaseIterable, Codable, Sendable {
    case hdmiUnplugged = "hdmi-unplugged"
    case edidChanged = "edid-changed"
    case screenDriverGone = "screen-driver-gone"
    case soundCardGone = "sound-card-gone"
    case remoteGone = "remote-gone"
    case networkCut = "network-cut"
    case networkSlow = "network-slow"
    case networkLossy = "network-lossy"
    case originDead = "origin-dead"
    case diskFull = "disk-full"
    case clockJump = "clock-jump"
    case daemonKilled = "daemon-killed"
    case powerCut = "power-cut"
    case memoryPressure = "memory-pressure"
}

package protocol Fault: AnyObject {
    var kind: FaultKind { get }
    /// Makes the fault.
    func strike() throws
    /// Mends the fault; also called when a scenario ends early.
    func mend() throws
}
