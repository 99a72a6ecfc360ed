import MediaCore

/// The most bytes that a segment or part of a given duration may have: what a server sends without end is given up, and
/// no playlist makes the box take more than its media can need.
enum SegmentLimit {
    /// Four times the rate that the variant declares, as many declare less than they send.
    private static let excess = 4.0
    /// The rate that is allowed in any case, in bits a second: that of a disc in 2160 lines.
    private static let rate = 100e6
    /// What is allowed however short it is: parts and slates are a key frame each.
    private static let least = 16 << 20
    private static let most = 256 << 20

    /// - Parameter bandwidth: as declared, in bits a second; 0: it is not
    static func bytes(of duration: Duration, bandwidth: UInt64) -> Int {
        let wanted = max(excess * Double(bandwidth), rate) / 8 * max(0, duration.inSeconds)
        return wanted >= Double(most) ? most : max(least, Int(wanted))
    }
}
