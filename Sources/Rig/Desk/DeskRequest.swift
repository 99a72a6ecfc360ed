/// What a person asks of a bench by hand while its board runs.
package enum DeskRequest: Codable, Sendable {
    case press(keys: [RemoteKey], hand: HandKind?, holdMilliseconds: Int)
    /// What is really on the screen.
    case shot
    /// What is really heard.
    case record(milliseconds: Int)
    /// Everything said on the CEC bus.
    case bus
    case hearthctl(String)
    case shell(String)
    case log
    case strike(FaultKind)
    case mend(FaultKind)
    /// Ends the daemon and the board.
    case stop
}

package struct DeskAnswer: Codable, Sendable {
    package var succeeded: Bool
    /// For people; of a failure its reason.
    package var text: String
    /// A picture (PNG) or a sound (WAV).
    package var file: [UInt8]?

    package init(succeeded: Bool = true, _ text: String, file: [UInt8]? = nil) {
        self.succeeded = succeeded
        self.text = text
        self.file = file
    }
}
