/// A request of a person to a bench while its board runs.
package enum DeskRequest: Codable, Sendable {
    case press(keys: [RemoteKey], hand: HandKind?, holdMilliseconds: Int)
    /// Take a picture of what is really on the screen.
    case shot
    /// Record what is really heard.
    case record(milliseconds: Int)
    /// List all messages on the CEC bus.
    case bus
    case hearthctl(String)
    case shell(String)
    case log
    case strike(FaultKind)
    case mend(FaultKind)
    /// End the daemon and the board.
    case stop
}

package struct DeskAnswer: Codable, Sendable {
    package var succeeded: Bool
    /// The answer for people; for a failure its reason.
    package var text: String
    /// The picture (PNG) or the sound (WAV); nil when there is none.
    package var file: [UInt8]?

    package init(succeeded: Bool = true, _ text: String, file: [UInt8]? = nil) {
        self.succeeded = succeeded
        self.text = text
        self.file = file
    }
}
