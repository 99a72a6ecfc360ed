import ArgumentParser
import ControlProtocol

struct TypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Types text where the screen takes some, as its search does.")

    @Argument(help: "The text; several words need no quotes.")
    var words: [String]
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard !words.isEmpty else { throw ValidationError("no text was given") }
    }

    func run() throws {
        let answer = try connection.client.request(.type, TypeRequest(text: words.joined(separator: " ")))
        try connection.print(answer, as: Done.self) { _ in [] }
    }
}
