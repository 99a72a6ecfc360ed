/// Something said in words: `jump 42 seconds`.
package struct SayRequest: Codable, Sendable, Hashable {
    package var text: String
    /// BCP 47; absent: as the interface speaks, then any that is known.
    package var language: String?

    package init(text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }
}

/// What came of something that was said.
package struct SayAnswer: Codable, Sendable, Equatable {
    /// The command that it was understood as.
    package var command: String
    package var result: CommandAnswer.Result

    package init(command: String, result: CommandAnswer.Result) {
        self.command = command
        self.result = result
    }
}
