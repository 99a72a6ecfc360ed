/// The list of commands that the box knows, and whether each can be carried out now.
package struct CommandList: Codable, Sendable, Equatable {
    package var commands: [CommandInfo]

    package init(commands: [CommandInfo]) {
        self.commands = commands
    }
}

package struct CommandInfo: Codable, Sendable, Equatable {
    /// The word that `POST command` takes.
    package var command: String
    /// The parameter that follows the word after a blank; nil: none.
    package var parameter: String?
    package var enabled: Bool
    /// Why it is not enabled.
    package var reason: String?

    package init(command: String, parameter: String? = nil, enabled: Bool, reason: String? = nil) {
        self.command = command
        self.parameter = parameter
        self.enabled = enabled
        self.reason = reason
    }
}

/// A request to carry out a command: `{"command": "channel_up"}`, `{"command": "tune 12"}`.
package struct CommandRequest: Codable, Sendable, Equatable {
    package var command: String

    package init(command: String) {
        self.command = command
    }
}

/// The outcome of a command that was not refused.
package struct CommandAnswer: Codable, Sendable, Equatable {
    package enum Result: String, Codable, Sendable, Equatable {
        case done
        /// The box was already in that state.
        case nothingToDo = "nothing_to_do"
    }

    package var result: Result

    package init(result: Result) {
        self.result = result
    }
}
