import ArgumentParser
import Foundation
import Rig

/// Sends a request to the running board.
private func ask(_ request: DeskRequest) throws -> DeskAnswer {
    guard let board = VirtualBoard.running else { throw NoBoardRuns() }
    let answer = try board.mailbox.ask(request)
    guard answer.succeeded else { throw NotDone(reason: answer.text) }
    return answer
}

extension RemoteKey: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }
}

extension HandKind: ExpressibleByArgument {}
extension FaultKind: ExpressibleByArgument {}

struct PressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "press", abstract: "Presses keys of a remote.")

    @Option(help: "By default the first the bench has.")
    var hand: HandKind?

    @Option(help: "Milliseconds each is held down.")
    var hold = 0

    @Argument(help: "channel-up, ok, 7, or the kernel's names.")
    var keys: [RemoteKey]

    func run() throws {
        print(try ask(.press(keys: keys, hand: hand, holdMilliseconds: hold)).text)
    }
}

struct ShotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shot", abstract: "What is scanned out now, as a PNG.")

    @Argument var file: String

    func run() throws { try save(ask(.shot), file) }
}

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "record", abstract: "What is heard, as a WAV.")

    @Option(help: "Seconds.")
    var time = 5.0

    @Argument var file: String

    func run() throws { try save(ask(.record(milliseconds: Int(min(max(time, 0), 3_600) * 1_000))), file) }
}

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "listen", abstract: "Says what is heard.")

    @Option(help: "Seconds.")
    var time = 3.0

    func run() throws { print(try ask(.record(milliseconds: Int(min(max(time, 0), 3_600) * 1_000))).text) }
}

struct CECCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cec", abstract: "Everything said on the HDMI-CEC bus so far.")

    func run() throws { print(try ask(.bus).text) }
}

struct FaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "fault", abstract: "Breaks something, or mends it.")

    @Flag(help: "As before.")
    var mend = false

    @Argument var fault: FaultKind

    func run() throws { print(try ask(mend ? .mend(fault) : .strike(fault)).text) }
}

struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "ctl", abstract: "hearthctl on the board.")

    @Argument(parsing: .captureForPassthrough) var arguments: [String]

    func run() throws { print(try ask(.hearthctl(arguments.joined(separator: " "))).text) }
}

private func save(_ answer: DeskAnswer, _ file: String) throws {
    guard let bytes = answer.file else { throw NotDone(reason: "nothing came: \(answer.text)") }
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    print("\(file): \(answer.text)")
}

/// The error that the board could not carry out a request, with its reason.
private struct NotDone: Error, CustomStringConvertible {
    var reason: String

    var description: String { reason }
}
