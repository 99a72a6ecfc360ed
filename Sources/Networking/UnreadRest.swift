/// What of a body that is not wanted any more has not come: reading it keeps the connection, closing that saves the
/// bytes. A new connection takes two round trips at least.
struct UnreadRest: Equatable {
    /// The longest time that is spent on reading a rest.
    static let patience = Duration.seconds(1)
    /// What is worth reading at any speed, and what at none.
    private static let (short, long) = (32 << 10, 128 << 10)

    let bytes: Int
    /// The bytes of the body that came.
    let came: Int
    /// The time in which they came.
    let time: Duration
    let roundTrip: Duration?

    init(bytes: Int, came: Int, in time: Duration, roundTrip: Duration?) {
        self.bytes = bytes
        self.came = came
        self.time = time
        self.roundTrip = roundTrip
    }

    /// Whether it is there within two round trips, as fast as the body came.
    var isWorthwhile: Bool {
        if bytes <= Self.short { return true }
        guard bytes <= Self.long, let roundTrip, time > .zero else { return false }
        return Double(bytes) <= Double(came) * (roundTrip * 2 / time)
    }
}
