import MediaCore

/// A program that shows the origin's channels on the board's own screen and sound card: the box, or a
/// player to compare it with.
protocol Television: AnyObject {
    var name: String { get }
    /// Starts the program anew, with channel 1.
    ///
    /// - Parameters:
    ///   - mode: the display mode, `1280x720`
    ///   - query: the query of the channels' addresses, `rtt=30&rate=20000`; may be empty
    func start(mode: String, query: String) throws
    /// Asks for a channel. Returns CLOCK_MONOTONIC just before it did.
    func ask(for channel: Int) throws -> HostTime
    func stop() throws
}
