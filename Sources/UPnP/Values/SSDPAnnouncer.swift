import Devices
import MediaCore

/// Decides what is sent to whom and when so that control points find the renderer, and know when it has gone (SSDP; UPnP
/// Device Architecture 1.1, 1.2 and 1.3).
package struct SSDPAnnouncer: Sendable {
    /// Where a search came from, and which of this machine's addresses it may answer from.
    package struct Asker: Hashable, Sendable {
        package var address: String
        package var port: UInt16
        /// The address of the machine in the network that it came from.
        package var local: String

        package init(address: String, port: UInt16, local: String) {
            (self.address, self.port, self.local) = (address, port, local)
        }
    }

    package enum Event: Sendable {
        /// The machine has these addresses now, in networks of a home.
        case addresses([String])
        /// A datagram came to the group.
        case datagram([UInt8], from: Asker)
        /// The renderer is about to go.
        case leaving
        /// The time of `nextWake` has come.
        case wake
    }

    /// A datagram to be sent.
    package struct Message: Hashable, Sendable {
        package var text: String
        /// From which of this machine's addresses.
        package var local: String
        /// Nil: to the group.
        package var asker: Asker?
    }

    /// The multicast group.
    package static let (group, port) = ("239.255.255.250", UInt16(1900))
    /// So long control points may believe that it is there, in seconds.
    static let maxAge = 1800
    /// Below half of `maxAge`: a lost datagram is made good in time.
    static let repetition = Duration.seconds(800)
    /// The answers that wait at most: a flood of searches is answered no further.
    package static let mostWaiting = 128
    private static let longestDelay = 5.0

    private struct Waiting {
        var time: HostTime
        var message: Message
    }

    private let device: RendererDescription
    private let httpPort: Int
    /// `Linux/6.1 UPnP/1.0 Hearth/1.0`
    private let server: String
    private var addresses: [String] = []
    private var waiting: [Waiting] = []
    private var nextAlive: HostTime?

    /// - Parameters:
    ///   - httpPort: where the description is
    package init(_ device: RendererDescription, httpPort: Int, server: String) {
        self.device = device
        self.httpPort = httpPort
        self.server = server
    }

    package var nextWake: HostTime? {
        ([nextAlive] + waiting.map { $0.time }).compactMap(\.self).min()
    }

    /// - Parameter chance: 0 ..< 1; many devices spread their answers by it
    /// - Returns: what is to be sent now, in order
    package mutating func handle(_ event: Event, at now: HostTime, chance: Double = .random(in: 0..<1)) -> [Message] {
        switch event {
        case .addresses(let new):
            guard new != addresses else { break }
            // What was told of addresses that are gone can't be taken back from there.
            waiting.removeAll { !new.contains($0.message.local) }
            addresses = new
            // Twice, as datagrams are lost.
            nextAlive = new.isEmpty ? nil : now + Self.repetition
            for repeated in [Duration.milliseconds(100), .milliseconds(600)] {
                for message in notifications(isAlive: true) { wait(message, until: now + repeated) }
            }
        case .datagram(let bytes, let asker): answer(bytes, asker, at: now, chance)
        case .leaving:
            waiting = []
            nextAlive = nil
            let messages = notifications(isAlive: false)
            addresses = []
            return messages
        case .wake:
            if let time = nextAlive, time <= now {
                nextAlive = now + Self.repetition
                for message in notifications(isAlive: true) { wait(message, until: now) }
            }
        }
        let due = waiting.filter { $0.time <= now }
        waiting.removeAll { $0.time <= now }
        return due.map(\.message)
    }

    private mutating func wait(_ message: Message, until time: HostTime) {
        guard waiting.count < Self.mostWaiting else { return }
        waiting.append(Waiting(time: time, message: message))
    }

    // MARK: Searches

    private mutating func answer(_ bytes: [UInt8], _ asker: Asker, at now: HostTime, _ chance: Double) {
        // An answer to an address outside the home is what whoever forged it wants.
        guard addresses.contains(asker.local),
            AddressReach.bytes(ofIPv4: asker.address).map({ !AddressReach(of: $0).isEmpty }) == true,
            let search = Search(bytes)
        else { return }
        for target in targets where search.target == "ssdp:all" || search.target == target {
            let message = Message(
                text: lines(
                    "HTTP/1.1 200 OK",
                    [
                        ("CACHE-CONTROL", "max-age=\(Self.maxAge)"), ("EXT", ""), ("LOCATION", location(asker.local)),
                        ("SERVER", server), ("ST", target), ("USN", usn(target)), ("CONTENT-LENGTH", "0"),
                    ]), local: asker.local, asker: asker)
            // Who asks again before he has his answer gets one.
            guard !waiting.contains(where: { $0.message == message }) else { continue }
            wait(message, until: now + .seconds(chance * min(Double(search.seconds), Self.longestDelay)))
        }
    }

    private struct Search {
        var target: String
        /// Over so many seconds answers may be spread.
        var seconds: Int

        init?(_ bytes: [UInt8]) {
            guard bytes.count <= 2048 else { return nil }
            guard let head = MessageHead(String(decoding: bytes, as: UTF8.self)),
                head.first.uppercased().hasPrefix("M-SEARCH * HTTP/1."), let target = head.headers["ST"],
                head.headers["MAN"]?.filter({ $0 != "\"" }) == "ssdp:discover"
            else { return nil }
            self.target = String(target)
            seconds = max(0, min(120, head.headers["MX"].flatMap { Int($0) } ?? 1))
        }
    }

    // MARK: Messages

    private var targets: [String] {
        ["upnp:rootdevice", device.udn, RendererDescription.type] + RendererService.allCases.map(\.type)
    }

    private func notifications(isAlive: Bool) -> [Message] {
        addresses.flatMap { address in
            targets.map { target in
                var headers = [("HOST", "\(Self.group):\(Self.port)")]
                if isAlive {
                    headers += [
                        ("CACHE-CONTROL", "max-age=\(Self.maxAge)"), ("LOCATION", location(address)),
                        ("SERVER", server),
                    ]
                }
                headers += [
                    ("NT", target), ("NTS", isAlive ? "ssdp:alive" : "ssdp:byebye"), ("USN", usn(target)),
                ]
                return Message(text: lines("NOTIFY * HTTP/1.1", headers), local: address, asker: nil)
            }
        }
    }

    private func usn(_ target: String) -> String { target == device.udn ? target : "\(device.udn)::\(target)" }

    private func location(_ address: String) -> String { "http://\(address):\(httpPort)\(RendererDescription.path)" }

    private func lines(_ first: String, _ headers: [(String, String)]) -> String {
        MessageHead.text([first] + headers.map { "\($0.0): \($0.1)" })
    }
}
