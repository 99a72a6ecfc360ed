/// Why a message is to be said.
package enum CECCause: Sendable, Hashable {
    /// Somebody on the line asked, or chose.
    case answer(to: CECOpcode)
    /// Somebody asked for what the box can't do.
    case refusal
    /// The box came out of standby, or began.
    case wake, start
    case standby
    case volume
    /// To learn who is there and how they are.
    case question
    case scan
    /// What plays has changed, and the TV wants to be told.
    case deck
    case retry

    package var text: String {
        switch self {
        case .answer(let opcode): "answers \(opcode.name)"
        case .refusal: "refuses what it can't do"
        case .wake: "the box was switched on"
        case .start: "the box began"
        case .standby: "the box was switched off"
        case .volume: "a volume key"
        case .question: "asks how the others are"
        case .scan: "asks who is there"
        case .deck: "tells what plays, as was asked for"
        case .retry: "once more, as nobody acknowledged it"
        }
    }
}
