import Devices
import MediaCore

@testable import CEC

/// A CEC session in a test: takes and returns messages as bytes on the line.
struct Conversation {
    var session: CECSession
    var now = HostTime(nanoseconds: 1_000_000_000_000)
    /// Destinations that acknowledge nothing.
    var deaf: Set<UInt8> = []
    private(set) var keys: [KeyEvent] = []
    private(set) var orders: [CECOrder] = []
    private(set) var scanned: [CECPartner]?
    /// What was to be kept for the next start, in order.
    private(set) var remembered: [UInt16?] = []

    /// On the line as Playback 1 at 1.2.0.0, with nothing answered below.
    ///
    /// - Parameter remembered: what the run before wanted kept
    init(_ settings: CECSettings = CECSettings(), answeredBelow: Set<CECOpcode> = [], remembered: UInt16? = nil) {
        session = CECSession(
            settings: settings, device: InputDevice(id: "cec:0", name: "TV", bus: .cec), remembered: remembered)
        _ = feed(
            .line(
                CECLineFacts(port: "test", logicalAddress: 4, physicalAddress: 0x1200, answeredBelow: answeredBelow)))
    }

    /// Passes an event to the session; returns what it sends, as bytes: `4f:82:12:00`.
    mutating func feed(_ event: CECSession.Event) -> [String] {
        var (said, waiting): ([String], [CECSession.Event]) = ([], [event])
        while !waiting.isEmpty {
            for action in session.handle(waiting.removeFirst(), at: now) {
                switch action {
                case .transmit(let frame):
                    said.append(frame.hexadecimal)
                    waiting.append(.outcome(frame, deaf.contains(frame.destination) ? .notAcknowledged : .acknowledged))
                case .key(let key): keys.append(key)
                case .order(let order): orders.append(order)
                case .remember(let address): remembered.append(address)
                case .scanned(let partners): scanned = partners
                }
            }
        }
        return said
    }

    mutating func hear(_ bytes: String) -> [String] {
        let numbers = bytes.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        guard let frame = CECFrame(bytes: numbers), frame.hexadecimal == bytes else {
            return ["not a message: \(bytes)"]
        }
        return feed(.frame(frame))
    }

    mutating func press() { _ = feed(.news(.pressed(now))) }

    /// Lets `length` pass, waking the session when it wants to be woken.
    mutating func wait(_ length: Duration) -> [String] {
        let end = now + length
        var said: [String] = []
        while let wake = session.nextWake, wake <= end {
            now = max(wake, now)
            said += feed(.wake)
        }
        now = end
        return said
    }

    mutating func takeOrders() -> [CECOrder] {
        defer { orders = [] }
        return orders
    }

    mutating func takeKeys() -> [KeyEvent] {
        defer { keys = [] }
        return keys
    }

    /// The messages in the log that were withheld.
    var withheld: [String] {
        session.log.entries.filter { $0.kind == .withheld }.map { "\($0.frame) \($0.cause ?? "")" }
    }
}
