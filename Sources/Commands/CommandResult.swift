/// The outcome of a command.
package enum CommandResult: Hashable, Sendable {
    case done
    /// The box was already in that state.
    case nothingToDo
    /// The command makes no sense in the box's present state.
    case notNow(String)
    case failed(String)
}
