import FoundationEssentials
import MediaCore

/// The phones that are paired, and the offer to pair another one: who may come in by the door of the home's network.
package struct PhoneRegister: Hashable, Sendable {
    /// Why a phone is not paired.
    package enum Refusal: Error, Hashable, Sendable {
        /// Nobody at the box has offered it, or that was too long ago.
        case notOffered
        /// It is not what the screen shows.
        case wrong(triesLeft: Int)
        /// There are `most` already.
        case full
        /// No token can be made.
        case failed
    }

    /// In the order in which they were paired.
    package private(set) var phones: [Phone]
    package private(set) var pairing: Pairing?
    /// When each was last let in, in seconds since 1970; since the daemon started.
    package private(set) var seen: [String: Int64] = [:]

    package static let most = 16

    package init(_ phones: [Phone] = []) { self.phones = Array(phones.prefix(Self.most)) }

    // MARK: Pairing

    /// Offers to pair a phone, in place of any offer before.
    @discardableResult
    package mutating func offer(secret: String = Secrets.token(), code: String = Secrets.code(), at now: HostTime)
        throws(Refusal) -> Pairing
    {
        guard phones.count < Self.most else { throw .full }
        let offer = Pairing(secret: secret, code: code, at: now)
        pairing = offer
        return offer
    }

    /// Takes the offer back.
    package mutating func withdraw() { pairing = nil }

    /// Takes the offer back once it is too old.
    package mutating func expire(at now: HostTime) {
        if let end = pairing?.end, end <= now { pairing = nil }
    }

    /// Pairs a phone that shows the right proof, which ends the offer; so does the last wrong one.
    ///
    /// - Parameter wall: seconds since 1970
    /// - Returns: the phone, and its token, which nobody else gets
    package mutating func pair(
        _ proof: Pairing.Proof, name: String?, token: String = Secrets.token(), at now: HostTime, wall: Int64
    ) throws(Refusal) -> (phone: Phone, token: String) {
        expire(at: now)
        guard let offer = pairing else { throw .notOffered }
        guard offer.accepts(proof) else {
            let left = offer.triesLeft - 1
            pairing?.triesLeft = left
            if left <= 0 { pairing = nil }
            throw .wrong(triesLeft: max(0, left))
        }
        guard phones.count < Self.most else { throw .full }
        guard let digest = Secrets.digest(token) else { throw .failed }
        pairing = nil
        let phone = Phone(
            id: String(digest.prefix(8)), name: unused(Phone.name(name)), added: wall, digest: digest)
        phones.append(phone)
        return (phone, token)
    }

    /// The name, with a number behind it where another phone has it.
    private func unused(_ name: String) -> String {
        let names = Set(phones.map(\.name))
        guard names.contains(name) else { return name }
        return (2...Self.most + 1).lazy.map { "\(name) \($0)" }.first { !names.contains($0) } ?? name
    }

    // MARK: Coming in

    /// The phone that has this token; nil: none, or no longer.
    package func phone(with token: String) -> Phone? {
        guard token.utf8.count <= 64, let digest = Secrets.digest(token) else { return nil }
        return phones.first { Secrets.isEqual($0.digest, digest) }
    }

    /// Notes that a phone came in.
    package mutating func saw(_ phone: Phone.ID, wall: Int64) { seen[phone] = wall }

    /// Shuts a phone out.
    ///
    /// - Returns: nil: there is none of this id or name
    @discardableResult
    package mutating func revoke(_ named: String) -> Phone? {
        guard let index = phones.firstIndex(where: { $0.id == named }) ?? phones.firstIndex(where: { $0.name == named })
        else { return nil }
        let phone = phones.remove(at: index)
        seen[phone.id] = nil
        return phone
    }
}

extension PhoneRegister {
    /// The phones as they are kept; nil: there are none.
    package static func text(of phones: [Phone]) -> String? {
        guard !phones.isEmpty, let bytes = try? JSONEncoder().encode(phones) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The phones that were kept; none where that can't be read, who come in no more then.
    package static func phones(from text: String?) -> [Phone] {
        guard let text, let phones = try? JSONDecoder().decode([Phone].self, from: Data(text.utf8)) else { return [] }
        return phones
    }
}

extension Phone: Identifiable {}
