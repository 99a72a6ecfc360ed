import Base
import Commands
import ControlProtocol
import FoundationEssentials
import Logging
import MediaCore
import Phones
import Screens
import Store

/// Pairs phones, which are remotes then, and shuts them out.
extension Box {
    private func door() throws(ControlError) -> PhoneDoor {
        guard let door = devices.phones, door.isOpen else {
            throw ControlError(
                .notNow, cause: "there is no door for phones", nextStep: "set [phones] port in hearth.toml")
        }
        return door
    }

    /// Offers on the screen to pair a phone.
    func offerPairing() throws(ControlError) -> PhoneOffer {
        let door = try door()
        guard lessons.lesson == nil else {
            throw ControlError(
                .notNow, cause: "a remote is being taught", nextStep: "end that first, with Back on another remote")
        }
        let offer: Pairing
        do throws(PhoneRegister.Refusal) { offer = try door.makeOffer(at: now) } catch {
            throw ControlError(
                .notNow, cause: "\(PhoneRegister.most) phones are paired, which is all that there is room for",
                nextStep: "'hearthctl phones revoke NAME' shuts one out")
        }
        let address = door.address ?? ""
        let link = "\(address)#\(offer.secret)"
        let picture = QRCode.rows(of: link) ?? []
        let typed = address.split(separator: "/").dropFirst().joined()
        tell(
            .pairing(
                PairingState(
                    .offered(
                        PairingState.Offer(address: typed, code: offer.code, picture: picture, end: offer.end)))))
        wake(.pairing, at: offer.end)
        return PhoneOffer(
            address: address, link: link, code: offer.code, seconds: Int(Pairing.patience.inSeconds),
            picture: picture.map { row in String(row.map { $0 ? "#" : " " }) })
    }

    func withdrawPairing() {
        devices.phones?.withdrawOffer()
        wake(.pairing, at: nil)
        if interface.offersPairing { tell(.pairing(nil)) }
    }

    func lookAtPairing() {
        devices.phones?.expire(at: now)
        if devices.phones?.offer == nil { withdrawPairing() }
    }

    /// Pairs the phone that asks.
    func pair(_ request: PhonePairRequest) throws(ControlError) -> PhoneToken {
        let door = try door()
        let proof: Pairing.Proof
        switch (request.secret, request.code) {
        case (let secret?, nil): proof = .secret(secret)
        case (nil, let code?): proof = .code(code.filter(\.isNumber))
        default:
            throw ControlError(.badRequest, cause: "it does not say what the screen shows", nextStep: "give one code")
        }
        let paired: (phone: Phone, token: String)
        do throws(PhoneRegister.Refusal) {
            paired = try door.pair(proof, name: request.name, at: now, wall: WallClock.seconds)
        } catch {
            switch error {
            case .wrong(let left):
                logger.notice("a phone gave a wrong code", metadata: ["tries left": "\(left)"])
                if left == 0 {
                    wake(.pairing, at: nil)
                    tell(.pairing(PairingState(.refused)))
                }
                throw ControlError(
                    .forbidden, cause: "that is not what the screen shows",
                    nextStep: left > 0 ? "look once more" : "have the box offer it again")
            case .notOffered:
                throw ControlError(
                    .notNow, cause: "the box does not offer to pair a phone now",
                    nextStep: "choose it in the settings on the screen, or run 'hearthctl phones pair'")
            case .full, .failed:
                throw ControlError(.notNow, cause: "the box takes no more phones", nextStep: "shut one out first")
            }
        }
        logger.notice("a phone is paired", metadata: ["name": "\(paired.phone.name)", "id": "\(paired.phone.id)"])
        wake(.pairing, at: nil)
        tell(.pairing(PairingState(.paired(paired.phone.name))))
        keep(.paired, paired.phone)
        return PhoneToken(token: paired.token, name: paired.phone.name)
    }

    /// Shuts a phone out, by its id or name.
    func revokePhone(_ named: String) throws(ControlError) {
        guard let phone = try door().revoke(named) else {
            throw ControlError(.notFound, cause: "there is no such phone", nextStep: "'hearthctl phones' lists them")
        }
        logger.notice("a phone is shut out", metadata: ["name": "\(phone.name)", "id": "\(phone.id)"])
        keep(.revoked, phone)
    }

    /// Shuts out the phones that a request names.
    func revoke(_ request: PhoneRevokeRequest) throws(ControlError) -> PhoneList {
        switch (request.phone, request.all) {
        case (let name?, nil): try revokePhone(name)
        case (nil, true?): for phone in try door().phones { try revokePhone(phone.id) }
        default:
            throw ControlError(.badRequest, cause: "no phone was named", nextStep: "give a name or an id, or all")
        }
        return phoneList
    }

    private func keep(_ what: PhoneNews.What, _ phone: Phone) {
        let phones = devices.phones?.phones ?? []
        save { try await $0.setPreference(.phones, to: PhoneRegister.text(of: phones)) }
        publish(.phone(PhoneNews(what, id: phone.id, name: phone.name)))
        renewSettings()
    }

    /// The phones there are, and where they find the box.
    var phoneList: PhoneList { PhoneList(phones: pairedPhones, address: devices.phones?.address) }

    /// The phones that are paired, as they are told.
    var pairedPhones: [PhoneList.Phone] {
        guard let door = devices.phones else { return [] }
        let seen = door.seen
        func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
        return door.phones.map {
            PhoneList.Phone(id: $0.id, name: $0.name, paired: date($0.added), seen: seen[$0.id].map(date))
        }
    }
}
