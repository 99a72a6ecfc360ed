import ControlProtocol

/// The box under test as its administrator has it: its programs, its start and its end.
package protocol BoxControl: AnyObject {
    /// Runs `hearthctl` on the box; `arguments` as a shell takes them. Returns its output.
    @discardableResult
    func hearthctl(_ arguments: String) throws -> String
    /// Runs any command on the box as root. Returns its output and errors.
    @discardableResult
    func shell(_ command: String) throws -> String
    /// Starts the daemon with these settings, and returns when it answers.
    func start(_ settings: BoxSettings) throws
    /// Stops the daemon as its supervisor would. Returns its exit code; 128 and more: the signal.
    @discardableResult
    func stop() throws -> Int32
    /// The daemon's process, for scenarios that need it: kill, memory, processor time; nil when it does
    /// not run.
    var process: Int32? { get }
    /// The daemon's log so far.
    var log: String { get }
}

extension BoxControl {
    package func status() throws -> Status {
        try Wire.decode(Status.self, from: Array(try hearthctl("status --json").utf8))
    }

    package func flips() throws -> [FlipInfo] {
        try Wire.decode(FlipList.self, from: Array(try hearthctl("flips --json").utf8)).flips
    }
}
