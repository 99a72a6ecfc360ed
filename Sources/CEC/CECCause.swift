/// The reason for which a message is to be sent.
package enum CECCause: Sendable, Hashable {
    /// A device on the line asked, or chose the box.
    case answer(to: CECOpcode)
    /// A device asked for something that the box can't do.
    case refusal
    /// The box came out of standby, or began.
    case wake, start
    case standby
    case volume
    /// The box wants to learn which devices there are and how they are.
    case question
    case scan
    /// The state of playing has changed, and the TV wants to be told.
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
