import ArgumentParser
import ControlProtocol

struct SayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Does what is said: \"jump 42 seconds\", \"what did she say\", \"channel 5\".",
        discussion: """
            In English and Korean; /etc/hearth/intents takes other languages and words (docs/intents.md). What is not \
            understood is answered with what is known.
            """)

    @Argument(help: "What is said.") var words: [String]
    @Option(help: "Its language, as en or ko; by default as the interface speaks, then any.") var language: String?
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard !words.isEmpty else { throw ValidationError("nothing was said") }
    }

    func run() throws {
        let request = SayRequest(text: words.joined(separator: " "), language: language)
        try connection.print(try connection.client.request(.say, request), as: SayAnswer.self) { answer in
            [answer.result == .done ? answer.command : "\(answer.command)  it was so already"]
        }
    }
}
