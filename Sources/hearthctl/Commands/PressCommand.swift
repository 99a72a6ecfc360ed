import ArgumentParser
import ControlProtocol

struct PressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: "Presses keys as a remote would, one after the other.")

    @Argument(help: "Names of linux/input-event-codes.h: KEY_CHANNELUP KEY_OK …")
    var keys: [String]
    @Option(help: "How long each is held, in milliseconds.")
    var hold: Int?
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard !keys.isEmpty else { throw ValidationError("no key was named") }
        guard (0...PressRequest.longestHold).contains(hold ?? 0) else {
            throw ValidationError("a key is held for 0 to \(PressRequest.longestHold) ms")
        }
    }

    func run() throws {
        for key in keys {
            let answer = try connection.client.request(.press, PressRequest(key: key, holdMilliseconds: hold))
            try connection.print(answer, as: Done.self) { _ in [] }
        }
    }
}
