import Base
import ControlProtocol
import Devices
import MediaCore
import Phones

/// The door by which phones of the home come in: what the server asks of every request, and where the box offers to pair
/// one. Thread-safe; none of it waits for the box.
package final class PhoneDoor: Sendable {
    /// Why a request is refused.
    enum Refusal: Error, Equatable {
        case foreign(HomeOrigin.Refusal)
        case tooMuch
        case notPaired
    }

    private struct State {
        var register: PhoneRegister
        /// A live picture asks eight times a second.
        var requests = RequestBudget(burst: 200, perSecond: 50)
        /// Wrong tokens and wrong digits.
        var errors = RequestBudget(burst: 10, perSecond: 0.2)
        /// The port, once it is listened there, and on which address.
        var place: (port: Int, listens: String)?
        /// The streams that phones follow.
        var streams: [Int: (phone: Phone.ID, end: @Sendable () -> Void)] = [:]
        var lastStream = 0
        var authority: String?
    }

    /// So many streams a phone has at once; the oldest ends for another.
    private static let mostStreams = 4

    /// The port, once it is listened there. One consumer.
    package let ports: AsyncStream<Int>
    private let opening: AsyncStream<Int>.Continuation
    private let state: Locked<State>
    private let home: HomeOrigin
    /// The name or address under which phones find the box, where its owner knows better; nil: its own address.
    private let host: String?

    /// - Parameters:
    ///   - phones: those that are paired
    ///   - host: as its owner names it
    ///   - hostName: the machine's own name
    ///   - scheme: `http` or `https`
    package init(_ phones: [Phone], host: String? = nil, hostName: String = "", scheme: String = "http") {
        state = Locked(State(register: PhoneRegister(phones)))
        (ports, opening) = AsyncStream.makeStream()
        home = HomeOrigin(
            names: [hostName, "\(hostName).local", host ?? ""].filter { $0 != ".local" }, scheme: scheme)
        self.host = host
    }

    /// The certificate of the box's own authority (PEM), which phones fetch as `/box.crt`; nil: it has none.
    package var authority: String? {
        get { state.withLock { $0.authority } }
        set { state.withLock { $0.authority = newValue } }
    }

    // MARK: For the server

    /// Notes where it is listened. To be called before anything is asked.
    func opened(at port: Int, on listens: String) {
        state.withLock { $0.place = (port, listens) }
        opening.yield(port)
    }

    func admit(peer: String?, local: String?, host: String?, origin: String?, at now: HostTime) throws(Refusal) {
        do throws(HomeOrigin.Refusal) {
            try home.admit(peer: peer, local: local, host: host, origin: origin)
        } catch {
            throw .foreign(error)
        }
        guard state.withLock({ $0.requests.take(from: peer ?? "", at: now) }) else { throw .tooMuch }
    }

    /// The phone that has a token.
    ///
    /// - Parameter wall: seconds since 1970
    func phone(with token: String?, peer: String?, at now: HostTime, wall: Int64) throws(Refusal) -> Phone {
        let result = state.withLock { state -> Result<Phone, Refusal> in
            if let token, let phone = state.register.phone(with: token) {
                state.register.saw(phone.id, wall: wall)
                return .success(phone)
            }
            return .failure(state.errors.take(from: peer ?? "", at: now) ? .notPaired : .tooMuch)
        }
        return try result.get()
    }

    /// Whether this address may try a proof: one that was wrong too often waits.
    func mayTry(_ peer: String?, at now: HostTime) -> Bool {
        state.withLock { $0.errors.take(from: peer ?? "", at: now) }
    }

    /// The events that a phone may know, until it is revoked.
    func events(_ all: AsyncStream<ControlEvent>, for phone: Phone) -> AsyncStream<ControlEvent> {
        let (stream, outlet) = AsyncStream.makeStream(of: ControlEvent.self, bufferingPolicy: .bufferingNewest(64))
        let number = state.withLock { state in
            state.lastStream += 1
            let own = state.streams.filter { $0.value.phone == phone.id }.keys.sorted()
            if own.count >= Self.mostStreams, let oldest = own.first {
                state.streams.removeValue(forKey: oldest)?.end()
            }
            let end: @Sendable () -> Void = { outlet.finish() }
            state.streams[state.lastStream] = (phone.id, end)
            return state.lastStream
        }
        let passing = Task {
            for await event in all where event.isForPhones { outlet.yield(event) }
            outlet.finish()
        }
        outlet.onTermination = { [weak self] _ in
            passing.cancel()
            self?.state.withLock { $0.streams[number] = nil }
        }
        return stream
    }

    // MARK: For the box

    /// Whether it is listened.
    var isOpen: Bool { state.withLock { $0.place != nil } }
    /// Where phones find the page; nil: nobody listens. The kernel is asked for the address each time.
    var address: String? {
        guard let place = state.withLock({ $0.place }) else { return nil }
        let own = host ?? (place.listens == "0.0.0.0" ? NetworkAddress.ofTheHome : place.listens)
        return "\(home.scheme)://\(own):\(place.port)/"
    }

    var phones: [Phone] { state.withLock { $0.register.phones } }
    /// When each was last let in, in seconds since 1970.
    var seen: [Phone.ID: Int64] { state.withLock { $0.register.seen } }
    /// The offer that is open.
    var offer: Pairing? { state.withLock { $0.register.pairing } }

    func makeOffer(at now: HostTime) throws(PhoneRegister.Refusal) -> Pairing {
        try state.withLock { state in
            Result { () throws(PhoneRegister.Refusal) in try state.register.offer(at: now) }
        }.get()
    }

    func withdrawOffer() { state.withLock { $0.register.withdraw() } }
    func expire(at now: HostTime) { state.withLock { $0.register.expire(at: now) } }

    func pair(_ proof: Pairing.Proof, name: String?, at now: HostTime, wall: Int64) throws(PhoneRegister.Refusal)
        -> (phone: Phone, token: String)
    {
        try state.withLock { state in
            Result { () throws(PhoneRegister.Refusal) in
                try state.register.pair(proof, name: name, at: now, wall: wall)
            }
        }.get()
    }

    /// Shuts a phone out, and ends what it follows.
    func revoke(_ named: String) -> Phone? {
        let (phone, ends) = state.withLock { (state: inout State) -> (Phone?, [@Sendable () -> Void]) in
            guard let phone = state.register.revoke(named) else { return (nil, []) }
            let own = state.streams.filter { $0.value.phone == phone.id }
            for number in own.keys { state.streams[number] = nil }
            return (phone, own.values.map(\.end))
        }
        // Ending one comes back here.
        for end in ends { end() }
        return phone
    }
}
