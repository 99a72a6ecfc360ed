import Devices
import MediaCore
import XML

/// Decides who is told of which changes, and when (GENA; UPnP Device Architecture 1.1, 4.1).
///
/// Each follower gets the whole state first, and then what differs from what it was told last: changes that come close
/// together, or while a message is on its way, are one. What did not arrive is told again, until the follower is given up.
package struct EventSubscriptions: Sendable {
    /// Why nobody follows.
    package enum Refusal: Error, Hashable, Sendable {
        /// 400: headers that do not go together.
        case malformed
        /// 412: no such subscription, or no address to tell.
        case unknown
        /// 503: there are too many.
        case full
    }

    /// A message to a follower. Exactly one is on its way to each at a time; `delivered` says what came of it.
    package struct Delivery: Hashable, Sendable {
        package var id: String
        /// Counts the messages to this follower, from 0.
        package var key: UInt32
        /// Where it may be told; the first that takes it.
        package var callbacks: [String]
        package var body: String
    }

    private struct Subscription: Sendable {
        var service: RendererService
        /// The address that it comes from.
        var peer: String
        var callbacks: [String]
        var end: HostTime
        var key: UInt32 = 0
        /// What it knows.
        var told: [String: String]?
        /// What it knows once the message arrives that is on its way.
        var telling: [String: String] = [:]
        /// Whether it may be told: its answer has gone out.
        var isOpen = false
        var isBusy = false
        var failures = 0
        var last: HostTime?
    }

    package static let (most, mostOfOne) = (32, 8)
    /// The pause between two messages (AVTransport:1, 2.3.1).
    package static let moderation = Duration.milliseconds(200)
    package static let (shortest, longest) = (60, 1800)
    /// So many attempts in a row may fail, with a pause that grows by as much each time.
    static let mostFailures = 5
    static let retry = Duration.seconds(1)

    private var subscriptions: [String: Subscription] = [:]
    private var values: [RendererService: [(name: String, value: String)]] = [:]

    package init() {}

    package var count: Int { subscriptions.count }

    /// Takes a new follower, who is told once `open` says that he knows his id.
    ///
    /// - Parameters:
    ///   - callback: `<http://192.168.1.7:49152/>…`: addresses of the home's network, as a stranger could have others
    ///     flooded otherwise (CVE-2020-12695)
    ///   - timeout: `Second-300`, `infinite`
    ///   - peer: the address that it comes from
    /// - Returns: for how many seconds he follows
    package mutating func subscribe(
        _ service: RendererService, id: String, callback: String, timeout: String?, peer: String, at now: HostTime
    ) throws(Refusal) -> Int {
        let callbacks = Self.callbacks(callback, peer: peer)
        guard !callbacks.isEmpty else { throw .unknown }
        expire(at: now)
        // Programs that end without a word leave theirs behind: of one address the oldest makes room.
        let own = subscriptions.filter { $0.value.peer == peer }
        if own.count >= Self.mostOfOne,
            let oldest = own.min(by: { ($0.value.end, $0.key) < ($1.value.end, $1.key) })?.key
        {
            subscriptions[oldest] = nil
        }
        guard subscriptions.count < Self.most else { throw .full }
        let seconds = Self.seconds(timeout)
        subscriptions[id] = Subscription(
            service: service, peer: peer, callbacks: callbacks, end: now + .seconds(seconds))
        return seconds
    }

    /// - Returns: for how many seconds more he follows
    package mutating func renew(
        _ id: String, of service: RendererService, timeout: String?, at now: HostTime
    ) throws(Refusal) -> Int {
        expire(at: now)
        guard subscriptions[id]?.service == service else { throw .unknown }
        let seconds = Self.seconds(timeout)
        subscriptions[id]?.end = now + .seconds(seconds)
        return seconds
    }

    package mutating func cancel(_ id: String, of service: RendererService) throws(Refusal) {
        guard subscriptions[id]?.service == service else { throw .unknown }
        subscriptions[id] = nil
    }

    /// The follower has been answered: he is told after a pause, in which he reads by which name he will be told. GUPnP passes
    /// over, with status 200, what comes before that.
    package mutating func open(_ id: String, at now: HostTime) {
        subscriptions[id]?.isOpen = true
        subscriptions[id]?.last = now
    }

    /// Notes what the variables of a service are now.
    package mutating func set(_ variables: [(name: String, value: String)], of service: RendererService) {
        values[service] = variables
    }

    /// What came of a message.
    package mutating func delivered(_ id: String, _ isThere: Bool) {
        guard var subscription = subscriptions[id] else { return }
        subscription.isBusy = false
        if isThere {
            subscription.told = subscription.telling
            // 0 is the first alone.
            subscription.key = subscription.key == .max ? 1 : subscription.key + 1
            subscription.failures = 0
        } else {
            subscription.failures += 1
        }
        subscriptions[id] = subscription
        if subscription.failures >= Self.mostFailures { subscriptions[id] = nil }
    }

    /// The messages that are to go out now.
    package mutating func due(at now: HostTime) -> [Delivery] {
        expire(at: now)
        var deliveries: [Delivery] = []
        for id in subscriptions.keys.sorted() {
            guard let time = time(of: id), time <= now, var subscription = subscriptions[id],
                let values = values[subscription.service]
            else { continue }
            let changed = values.filter { subscription.told?[$0.name] != $0.value }
            deliveries.append(
                Delivery(
                    id: id, key: subscription.key, callbacks: subscription.callbacks,
                    body: Self.body(changed, of: subscription.service)))
            subscription.telling = Dictionary(values.map { ($0.name, $0.value) }) { $1 }
            subscription.isBusy = true
            subscription.last = now
            subscriptions[id] = subscription
        }
        return deliveries
    }

    /// When `due` has something, or somebody's time is over.
    package var nextWake: HostTime? {
        (subscriptions.keys.compactMap { time(of: $0) } + subscriptions.values.map(\.end)).min()
    }

    /// When a follower is to be told; nil: there is nothing to tell, or not now.
    private func time(of id: String) -> HostTime? {
        guard let subscription = subscriptions[id], subscription.isOpen, !subscription.isBusy,
            let values = values[subscription.service],
            subscription.told == nil || values.contains(where: { subscription.told?[$0.name] != $0.value })
        else { return nil }
        let pause = subscription.failures == 0 ? Self.moderation : Self.retry * subscription.failures
        return subscription.last.map { $0 + pause } ?? .zero
    }

    private mutating func expire(at now: HostTime) {
        for (id, subscription) in subscriptions where subscription.end <= now { subscriptions[id] = nil }
    }

    // MARK: Text

    private static func seconds(_ timeout: String?) -> Int {
        guard let timeout, let number = timeout.split(separator: "-").last.flatMap({ Int($0) }) else { return longest }
        return max(shortest, min(longest, number))
    }

    /// Those that lead to a machine of the home, to the box itself only from itself; four at most.
    private static func callbacks(_ header: String, peer: String) -> [String] {
        let all = header.split(separator: "<").compactMap { part -> String? in
            guard let end = part.firstIndex(of: ">") else { return nil }
            return String(part[..<end])
        }
        let peerReach = AddressReach.bytes(ofIPv4: peer).map { AddressReach(of: $0) } ?? []
        let allowed = all.filter { callback in
            guard DIDLItem.isWebAddress(callback), callback.lowercased().hasPrefix("http://"),
                let reach = AddressReach(host: callback), !reach.isEmpty
            else { return false }
            return !reach.contains(.loopback) || peerReach.contains(.loopback)
        }
        return Array(allowed.prefix(4))
    }

    /// The property set (UPnP Device Architecture 1.1, 4.3.1): of the services that say so, wrapped up in LastChange.
    private static func body(_ changed: [(name: String, value: String)], of service: RendererService) -> String {
        let properties: [(name: String, value: String)]
        switch service {
        case .avTransport: properties = [("LastChange", lastChange(changed, "AVT"))]
        case .renderingControl: properties = [("LastChange", lastChange(changed, "RCS"))]
        case .connectionManager: properties = changed
        }
        let inside = properties.map { "<e:property><\($0.name)>\($0.value.asXML)</\($0.name)></e:property>" }.joined()
        return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
            + "<e:propertyset xmlns:e=\"urn:schemas-upnp-org:event-1-0\">\(inside)</e:propertyset>\n"
    }

    private static func lastChange(_ changed: [(name: String, value: String)], _ space: String) -> String {
        let inside = changed.map { name, value in
            let channel = name == "Volume" || name == "Mute" ? " channel=\"Master\"" : ""
            return "<\(name)\(channel) val=\"\(value.asXML)\"/>"
        }.joined()
        return "<Event xmlns=\"urn:schemas-upnp-org:metadata-1-0/\(space)/\"><InstanceID val=\"0\">\(inside)"
            + "</InstanceID></Event>"
    }
}
