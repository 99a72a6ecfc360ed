/// A D-Bus on which the box has one object under one name, which other programs call.
package protocol MessageBus: AnyObject, Sendable {
    /// What happens on the bus. One consumer. Ends after `stop`.
    var events: AsyncStream<BusEvent> { get }
    /// Connects, now and again whenever the bus has gone.
    func start() throws
    /// Asks it to end, and does not wait: `events` end when it has.
    func stop()
    /// Answers a call; one that was answered, or whose bus has gone, is left alone.
    func reply(to call: BusCall.ID, _ answer: BusAnswer)
    /// Tells all who listen.
    func emit(_ signal: BusSignal)
}

package enum BusEvent: Hashable, Sendable {
    /// The object can be reached under this name.
    case up(name: String)
    /// It can't be, for a reason in words for people; the bus is tried again.
    case down(reason: String)
    case call(BusCall)
}

/// A call of a method, which waits for its answer.
package struct BusCall: Hashable, Sendable, Identifiable {
    package typealias ID = UInt64

    package var id: ID
    package var interface: String
    package var member: String
    package var arguments: [BusValue]

    package init(id: ID, interface: String, member: String, arguments: [BusValue] = []) {
        self.id = id
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

package enum BusAnswer: Hashable, Sendable {
    case values([BusValue])
    /// An error by its D-Bus name, as `org.freedesktop.DBus.Error.InvalidArgs`, and in words.
    case failure(name: String, text: String)
}

package struct BusSignal: Hashable, Sendable {
    package var interface: String
    package var member: String
    package var arguments: [BusValue]

    package init(interface: String, member: String, arguments: [BusValue]) {
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}
