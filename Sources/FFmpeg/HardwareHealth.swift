/// Detects that a decoder in hardware is dead though it may not say so. Damaged packets alone must
/// not condemn it: software could not decode them either.
struct HardwareHealth {
    /// The number of packets in a row that were refused.
    private var refused = 0
    /// The number of packets since the last picture.
    private var unanswered = 0
    private static let refusals = 8
    /// The number of packets without a picture that is too many: more than any codec's reordering
    /// (16 pictures) and a deep pipeline hold back.
    private static let patience = 60

    /// Notes a packet; returns false when the decoder is to be given up.
    mutating func sent(isAccepted: Bool) -> Bool {
        refused = isAccepted ? 0 : refused + 1
        unanswered += 1
        return refused < Self.refusals && unanswered < Self.patience
    }

    mutating func gotPicture() {
        unanswered = 0
    }
}
