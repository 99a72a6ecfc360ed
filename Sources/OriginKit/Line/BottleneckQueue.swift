import MediaCore

/// The narrowest place of a line that several connections share: it decides which packet of whom goes when.
///
/// A value without a clock: events come in with their time, and `advance` says what has arrived at the clients by
/// then. It has the sides of TCP that matter here. A connection begins with ten segments in flight and may have as
/// many more as are acknowledged; a client that takes nothing acknowledges nothing; what is queued goes on its way
/// even when its connection has closed. Connections that have packets queued take turns, so that nobody waits behind
/// all of another's. Nothing is lost.
struct BottleneckQueue: Sendable {
    /// Bytes that have come to the client's end of a connection.
    struct Arrival: Equatable, Sendable {
        let connection: Int
        let bytes: Int
    }

    /// The bytes of a packet: two full segments of TCP.
    static let packet = 2896
    /// The bytes that a connection may have in flight at first (RFC 6928).
    static let firstWindow = 10 * 1448
    /// The least that the buffer before the bottleneck holds, where nothing is said, in bytes.
    static let leastBuffer = 64_000
    /// After that long without anything in flight a connection's window is halved (RFC 2861).
    static let idle = Duration.milliseconds(200)

    /// The number of bits a second.
    var rate = 1_000_000
    /// How many bytes may wait before the bottleneck; nil: what is in flight in a round trip, 64 kB at least.
    var buffer: Int?

    private enum Event: Sendable {
        /// The server has bytes for the client.
        case due(Int, bytes: Int)
        /// The packet that was being sent has left the bottleneck.
        case sent
        case arrived(Int, bytes: Int)
        case acknowledged(Int, bytes: Int)
        /// The server hears that the client has closed.
        case left(Int)
    }

    private struct Connection: Sendable {
        var roundTrip: Duration
        /// What the server has for the client and has not sent yet.
        var unsent = 0
        /// What waits before the bottleneck, packet by packet.
        var queued: [Int] = []
        /// What was sent and is not acknowledged, in bytes.
        var inFlight = 0
        var window = BottleneckQueue.firstWindow
        var active: HostTime
    }

    private var connections: [Int: Connection] = [:]
    /// The connections in the order in which they may put a packet into the queue.
    private var order: [Int] = []
    /// The connections that have packets in the queue, the next one first.
    private var turns: [Int] = []
    private var queuedBytes = 0
    private var isSending: (connection: Int, bytes: Int)?
    /// The queued packets of connections that have closed.
    private var orphans: [Int: [Int]] = [:]
    /// What will happen, in the order of time.
    private var events: [(at: HostTime, event: Event)] = []

    init() {}

    /// When something happens next; nil: never, if nobody does anything.
    var nextWake: HostTime? { events.first?.at }

    /// The server has `bytes` for the client of `connection` from `time` on, which may lie ahead.
    mutating func offer(_ bytes: Int, on connection: Int, at time: HostTime, roundTrip: Duration) {
        guard bytes > 0 else { return }
        if connections[connection] == nil {
            connections[connection] = Connection(roundTrip: roundTrip, active: time)
            order.append(connection)
        }
        connections[connection]?.roundTrip = roundTrip
        insert(.due(connection, bytes: bytes), at: time)
    }

    /// The client's kernel has taken bytes that had arrived.
    mutating func take(_ bytes: Int, on connection: Int, at time: HostTime) {
        guard let trip = connections[connection]?.roundTrip else { return }
        insert(.acknowledged(connection, bytes: bytes), at: time + trip / 2)
    }

    /// The client has closed the connection, which the server hears half a round trip later.
    mutating func close(_ connection: Int, at time: HostTime) {
        guard let trip = connections[connection]?.roundTrip else { return }
        insert(.left(connection), at: time + trip / 2)
    }

    /// Lets time pass until `now`; returns what has arrived at clients, in order.
    mutating func advance(to now: HostTime) -> [Arrival] {
        var arrivals: [Arrival] = []
        while let next = events.first, next.at <= now {
            events.removeFirst()
            switch next.event {
            case .due(let connection, let bytes):
                connections[connection]?.unsent += bytes
                rest(connection, until: next.at)
                fill(at: next.at)
            case .sent: finish(at: next.at)
            case .arrived(let connection, let bytes):
                if connections[connection] != nil { arrivals.append(Arrival(connection: connection, bytes: bytes)) }
            case .acknowledged(let connection, let bytes): acknowledge(bytes, on: connection, at: next.at)
            case .left(let connection):
                // What is in the queue is on its way, and takes the line's time.
                let queued = connections.removeValue(forKey: connection)?.queued ?? []
                order.removeAll { $0 == connection }
                if !queued.isEmpty { orphans[connection] = queued }
            }
        }
        return arrivals
    }

    private mutating func insert(_ event: Event, at time: HostTime) {
        let index = (events.lastIndex { $0.at <= time } ?? -1) + 1
        events.insert((time, event), at: index)
    }

    /// Halves the window for each time that nothing was in flight for long.
    private mutating func rest(_ id: Int, until now: HostTime) {
        guard var connection = connections[id] else { return }
        if connection.inFlight == 0 {
            let idle = max(Self.idle, connection.roundTrip * 2)
            while connection.window > Self.firstWindow, now - connection.active > idle {
                connection.window = max(Self.firstWindow, connection.window / 2)
                connection.active = connection.active + idle
            }
        }
        connection.active = now
        connections[id] = connection
    }

    private mutating func acknowledge(_ bytes: Int, on id: Int, at now: HostTime) {
        guard var connection = connections[id] else { return }
        // Who does not use his window gets no larger one.
        if connection.inFlight * 2 >= connection.window {
            let path = Int(Double(rate) / 8 * (connection.roundTrip / .seconds(1)))
            connection.window = min(connection.window + bytes, max(Self.firstWindow, path + room(connection.roundTrip)))
        }
        connection.inFlight -= bytes
        connection.active = now
        connections[id] = connection
        fill(at: now)
    }

    /// The size of the buffer, seen by a connection of this round trip.
    private func room(_ roundTrip: Duration) -> Int {
        buffer ?? max(Self.leastBuffer, Int(Double(rate) / 8 * (roundTrip / .seconds(1))))
    }

    /// Puts into the queue what may go: a packet of each connection in turn, as long as there is room.
    private mutating func fill(at now: HostTime) {
        var isFull = false
        while !isFull {
            isFull = true
            for id in order where admit(id) { isFull = false }
        }
        if order.count > 1 { order.append(order.removeFirst()) }
        if isSending == nil { start(at: now) }
    }

    private mutating func admit(_ id: Int) -> Bool {
        guard var connection = connections[id], connection.unsent > 0 else { return false }
        let bytes = min(Self.packet, connection.unsent)
        guard connection.inFlight + bytes <= connection.window else { return false }
        // One packet each always finds room: nobody is shut out by those who fill the buffer.
        guard queuedBytes + bytes <= room(connection.roundTrip) || connection.queued.isEmpty else { return false }
        if connection.queued.isEmpty { turns.append(id) }
        connection.unsent -= bytes
        connection.inFlight += bytes
        connection.queued.append(bytes)
        queuedBytes += bytes
        connections[id] = connection
        return true
    }

    private mutating func start(at now: HostTime) {
        guard let id = turns.first else { return }
        turns.removeFirst()
        var queued = orphans[id] ?? connections[id]?.queued ?? []
        guard let bytes = queued.first else { return }
        queued.removeFirst()
        if !queued.isEmpty { turns.append(id) }
        if orphans[id] != nil {
            orphans[id] = queued.isEmpty ? nil : queued
        } else {
            connections[id]?.queued = queued
        }
        isSending = (id, bytes)
        insert(.sent, at: now + .nanoseconds(Int64(bytes) * 8_000_000_000 / Int64(max(rate, 1000))))
    }

    private mutating func finish(at now: HostTime) {
        guard let (id, bytes) = isSending else { return }
        isSending = nil
        queuedBytes -= bytes
        if let trip = connections[id]?.roundTrip { insert(.arrived(id, bytes: bytes), at: now + trip / 2) }
        fill(at: now)
    }
}
