/// Runs programs that the owner's configuration allows, beside the box.
package protocol OwnerPrograms: Sendable {
    /// The names of programs that can be run.
    var names: Set<String> { get }

    /// Runs a program to its end.
    ///
    /// - Returns: the first line that it wrote, without controls; nil: it wrote none
    /// - Throws: `OwnerProgramFault`
    func run(_ name: String) async throws -> String?
}

/// Why a program of the owner's did not do what it was to do.
package enum OwnerProgramFault: Error, Hashable, Sendable {
    /// `[command.NAME]` is not in the configuration.
    case unknown
    /// It runs already.
    case isRunning
    /// It, or a folder that it lies in, can be changed by others than root and its owner.
    case unsafe(path: String)
    /// It could not be started.
    case notStarted(reason: String)
    case tookTooLong(Duration)
    /// It ended with this status; 128 and more: by a signal.
    case status(Int)

    package var reason: String {
        switch self {
        case .unknown: "the configuration has no such [command]"
        case .isRunning: "it runs already"
        case .unsafe(let path): "others may change \(path)"
        case .notStarted(let reason): reason
        case .tookTooLong(let limit): "it took more than \(limit.components.seconds) s"
        case .status(let status): "it ended with \(status)"
        }
    }
}
