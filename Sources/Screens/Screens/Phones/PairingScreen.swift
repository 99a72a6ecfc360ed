import Commands
import Layout
import MediaCore

/// The offer to pair a phone: a picture for its camera, and an address with six digits for who types. Back takes the
/// offer back. Once it is over it says for some seconds what came of it, and takes no keys.
struct PairingScreen: Screen {
    static let row = ScreenRow(id: .pairing, kind: .question, closes: [.learning, .cast], hiddenBy: [.passcode])

    let state: PairingState

    var focus: Focus? { state.isOver ? nil : .overlay }
    var lingers: Bool { state.isOver }
    var farewell: [InterfaceAction] { [.withdrawPairing] }
    var stay: Duration? { state.isOver ? .seconds(5) : nil }
    var countdown: HostTime? { state.end }
    var frame: Rectangle { state.isOver ? PairingPanel.small : PairingPanel.frame }

    func parts(at moment: Moment) -> [ScreenPart] {
        [.panel(PairingPanel.node(for: state, secondsLeft: moment.secondsLeft(until: state.end)), frame)]
    }
}

/// What the screen shows of an offer to pair a phone, or what came of one.
package struct PairingState: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case offered(Offer)
        /// A phone of this name is paired.
        case paired(String)
        /// Too many wrong digits were typed.
        case refused
    }

    package struct Offer: Hashable, Sendable {
        /// Where the phone finds the box, without the scheme: `192.168.1.20:8421`.
        package var address: String
        package var code: String
        /// The picture's rows; true is dark.
        package var picture: [[Bool]]
        package var end: HostTime

        package init(address: String, code: String, picture: [[Bool]], end: HostTime) {
            (self.address, self.code, self.picture, self.end) = (address, code, picture, end)
        }
    }

    package var phase: Phase

    package init(_ phase: Phase) { self.phase = phase }

    var offer: Offer? { if case .offered(let offer) = phase { offer } else { nil } }
    var isOver: Bool { offer == nil }
    var end: HostTime? { offer?.end }
}

extension Interface {
    /// Whether an offer to pair a phone is on the screen.
    package var offersPairing: Bool { presented(PairingScreen.self)?.state.offer != nil }
}
