import MediaCore

/// How long a connection to the keeper may be silent: it serves one at a time, and who asks for nothing must not keep
/// others from it.
struct KeeperPatience: Equatable {
    /// The time in which an order comes, whole.
    static let order = Duration.seconds(30)
    /// The time of a whole connection, listening included. hearthd's lessons end by themselves long before.
    static let connection = Duration.seconds(1_800)

    private let end: HostTime
    /// When the connection ends if nothing else comes.
    private(set) var deadline: HostTime

    init(start: HostTime) {
        end = start + Self.connection
        deadline = start + Self.order
    }

    /// An order has come; what belongs to it follows.
    mutating func asked(at now: HostTime) { deadline = min(end, now + Self.order) }

    /// An order was carried out. Whoever listens has nothing to ask for until somebody has pressed all keys.
    mutating func answered(at now: HostTime, isListening: Bool) {
        deadline = isListening ? end : min(end, now + Self.order)
    }
}
