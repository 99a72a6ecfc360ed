/// What became of a command.
package enum CommandResult: Hashable, Sendable {
    case done
    /// It was already so.
    case nothingToDo
    /// It makes no sense where the box is now.
    case notNow(String)
    case failed(String)
}
