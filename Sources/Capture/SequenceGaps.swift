/// Counts what is missing from a device's numbered pictures.
package struct SequenceGaps: Sendable, Hashable {
    private var last: UInt32?

    package init() {}

    /// How many pictures are missing before this one. 0 for a number that goes back, as after a restart
    /// of the device.
    package mutating func missing(before sequence: UInt32) -> Int {
        defer { last = sequence }
        guard let last else { return 0 }
        let step = sequence &- last
        return step == 0 || step > UInt32(Int32.max) ? 0 : Int(step) - 1
    }
}
