import Commands
import Devices
import Layout
import MediaCore

/// The screen of a lesson in which a remote is taught: right leaves a key out, left goes back, Back ends it. While no
/// key is asked for it takes none.
struct LearningScreen: Screen {
    static let row = ScreenRow(id: .learning, kind: .question, closes: [.pairing, .cast], hiddenBy: [.passcode])

    let state: LearningState

    var focus: Focus? { .overlay }
    var lingers: Bool { !state.isAsking }
    var farewell: [InterfaceAction] { [.learning(.stop)] }
    var stay: Duration? { state.isOver ? .seconds(8) : nil }
    var frame: Rectangle { LearningPanel.frame }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .move(.left): .stay([.learning(.back)])
        case .move(.right): .stay([.learning(.skip)])
        case .back: .leave
        case .move, .confirm, .digit, .page, .type, .erase: .stay()
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] { [.panel(LearningPanel.node(for: state), frame)] }
}

/// The state of a lesson in which a remote is taught, as the box tells it.
package struct LearningState: Hashable, Sendable {
    /// The result of the last press.
    package enum Note: Hashable, Sendable {
        /// A first press was heard.
        case heard(code: String)
        case different(code: String)
        case learnt(key: String, code: String)
        case taken(by: String)
        case leftOut(String)
        case unwanted(code: String)
        case otherProtocol(code: String)
        case undecodable
        /// Not everything is decoded; with the reason.
        case limited(String)
    }

    package enum Outcome: Hashable, Sendable {
        case kept(keys: Int)
        case nothing
        case failed(String)
    }

    package enum Phase: Hashable, Sendable {
        /// This key is asked for; `number` is its place among all, from 1.
        case asking(key: String, number: Int)
        case keeping
        case over(Outcome)
    }

    package var remote: String
    /// The number of keys there are to ask for.
    package var count: Int
    package var phase: Phase
    package var note: Note?

    package init(remote: String, count: Int, phase: Phase, note: Note? = nil) {
        self.remote = remote
        self.count = count
        self.phase = phase
        self.note = note
    }

    var isAsking: Bool { if case .asking = phase { true } else { false } }
    var isOver: Bool { if case .over = phase { true } else { false } }
}
