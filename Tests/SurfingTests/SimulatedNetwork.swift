import MediaCore

@testable import OriginKit

/// Requests of one box over one bottleneck: set-up, round trips, receive windows, and what rests or is given up.
///
/// The bottleneck is the origin's. A client grants the server a window, and grants more as it reads: 64 kB where little
/// may be on its way, else 1 MB or what it is told. A client that rests reads nothing; what it has granted still comes.
struct SimulatedNetwork {
    /// One request, from its sending to its last byte.
    struct Exchange {
        let owner: Int
        let isBounded: Bool
        let length: Int
        let requested: HostTime
        let isReused: Bool
        var window: Int
        var firstByte: HostTime?
        var granted = 0
        var read = 0
        var unread = 0
        var isResting = false
    }

    private var queue = BottleneckQueue()
    let roundTrip: Duration
    /// The exchange on each connection.
    private(set) var exchanges: [Int: Exchange] = [:]
    private var idle: [Bool: [Int]] = [:]
    private var connections = 0

    init(rate: Int, roundTrip: Duration) {
        queue.rate = rate
        self.roundTrip = roundTrip
    }

    var nextWake: HostTime? { queue.nextWake }

    /// Sends a request that is answered with so many bytes; returns its connection.
    ///
    /// - Parameter window: the bytes that may be on its way; nil: 1 MB, or 64 kB where little may be
    mutating func begin(_ length: Int, isBounded: Bool, window: Int?, owner: Int, at now: HostTime) -> Int {
        let reused = idle[isBounded]?.popLast()
        if reused == nil { connections += 1 }
        let connection = reused ?? connections
        var exchange = Exchange(
            owner: owner, isBounded: isBounded, length: length, requested: now, isReused: reused != nil,
            window: Self.window(window, isBounded))
        exchange.granted = min(length, exchange.window)
        exchanges[connection] = exchange
        queue.offer(
            exchange.granted, on: connection, at: now + (reused == nil ? roundTrip : .zero) + roundTrip / 2,
            roundTrip: roundTrip)
        return connection
    }

    /// Gives the request up, and with it the connection.
    mutating func stop(_ connection: Int, at now: HostTime) {
        exchanges[connection] = nil
        queue.close(connection, at: now)
    }

    /// Sets the bytes that may be on the way from now on; what was granted still comes.
    mutating func setWindow(_ bytes: Int?, on connection: Int) {
        guard let exchange = exchanges[connection] else { return }
        exchanges[connection]?.window = Self.window(bytes, exchange.isBounded)
    }

    /// Lets the request rest, or go on; returns the bytes that had come meanwhile.
    mutating func rest(_ connection: Int, _ rests: Bool, at now: HostTime) -> Int {
        guard var exchange = exchanges[connection] else { return 0 }
        exchange.isResting = rests
        let bytes = rests ? 0 : exchange.unread
        exchange.unread -= bytes
        exchanges[connection] = exchange
        if bytes > 0 { read(bytes, on: connection, at: now) }
        return bytes
    }

    /// Lets time pass; returns what came at each connection, and of it what was read, in order.
    mutating func advance(to now: HostTime) -> [(connection: Int, came: Int, read: Int)] {
        var pieces: [(connection: Int, came: Int, read: Int)] = []
        for arrival in queue.advance(to: now) {
            let connection = arrival.connection
            guard var exchange = exchanges[connection] else { continue }
            queue.take(arrival.bytes, on: connection, at: now)
            exchange.firstByte = exchange.firstByte ?? now
            if exchange.isResting { exchange.unread += arrival.bytes }
            exchanges[connection] = exchange
            if !exchange.isResting { read(arrival.bytes, on: connection, at: now) }
            pieces.append((connection, arrival.bytes, exchange.isResting ? 0 : arrival.bytes))
        }
        return pieces
    }

    /// Ends an exchange of which all was read; the connection is free for another.
    mutating func finish(_ connection: Int) {
        guard let exchange = exchanges.removeValue(forKey: connection) else { return }
        idle[exchange.isBounded, default: []].append(connection)
    }

    private mutating func read(_ bytes: Int, on connection: Int, at now: HostTime) {
        guard var exchange = exchanges[connection] else { return }
        exchange.read += bytes
        let more = min(exchange.length, exchange.read + exchange.window) - exchange.granted
        exchange.granted += max(0, more)
        exchanges[connection] = exchange
        queue.offer(max(0, more), on: connection, at: now + roundTrip / 2, roundTrip: roundTrip)
    }

    private static func window(_ bytes: Int?, _ isBounded: Bool) -> Int {
        isBounded ? 64 << 10 : bytes ?? 1 << 20
    }
}
