import MediaCore
import Phones

/// Decides who may use the loopback page: a browser that was given a link to it, and no page of anyone
/// else's.
///
/// A link holds a ticket, good once and for a short while, for which the page gets the token that its
/// requests need: what stays behind in a terminal or a browser's history opens nothing. The token keeps
/// other users of the machine out. The `Host` check keeps out a foreign page whose name was pointed at
/// 127.0.0.1 (DNS rebinding), the `Origin` check one that sends requests across.
package struct PageGate: Sendable, Equatable {
    package let token: String
    /// Where the page is, with a slash at its end; nil: there is none.
    package var address: String?
    private var tickets: [Ticket] = []

    private struct Ticket: Equatable {
        var secret: String
        var end: HostTime
    }

    /// How long a link is good.
    package static let patience = Duration.seconds(120)
    /// How many links are good at a time; the oldest goes first.
    package static let mostLinks = 8

    package init(token: String) {
        self.token = token
    }

    /// Makes a gate with a token of 128 random bits.
    package init() {
        token = Secrets.token()
    }

    package enum Refusal: Error, Equatable { case noPage, foreignHost, foreignOrigin, wrongToken, wrongTicket }

    /// Makes a link that opens the page once.
    ///
    /// The ticket is the address' fragment, which browsers send to no server and as no referrer.
    package mutating func link(at now: HostTime) throws(Refusal) -> String {
        guard let address else { throw .noPage }
        let ticket = Ticket(secret: Secrets.token(), end: now + Self.patience)
        tickets = tickets.filter { now < $0.end }.suffix(Self.mostLinks - 1) + [ticket]
        return "\(address)#\(ticket.secret)"
    }

    /// Takes a link's ticket, which is good for nothing from then on.
    ///
    /// - Returns: the token
    package mutating func open(with ticket: String, at now: HostTime) throws(Refusal) -> String {
        tickets.removeAll { $0.end <= now }
        guard let index = tickets.firstIndex(where: { Secrets.isEqual(ticket, $0.secret) }) else { throw .wrongTicket }
        tickets.remove(at: index)
        return token
    }

    /// Checks where a request comes from, and throws when it is refused.
    /// - Parameters:
    ///   - host: the `Host` header
    ///   - origin: the `Origin` header, which browsers send with all but plain navigation
    package func admit(host: String?, origin: String?) throws(Refusal) {
        guard let host, Self.isLoopback(host) else { throw .foreignHost }
        if let origin, origin != "http://\(host)" { throw .foreignOrigin }
    }

    /// Checks a request that needs the token, and throws when it is refused.
    /// - Parameter token: from the `Authorization: Bearer` header
    package func admit(host: String?, origin: String?, token: String?) throws(Refusal) {
        try admit(host: host, origin: origin)
        guard let token, Secrets.isEqual(token, self.token) else { throw .wrongToken }
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, name == "127.0.0.1" || name == "localhost" else { return false }
        return parts.count == 1 || UInt16(parts[1]) != nil
    }
}
