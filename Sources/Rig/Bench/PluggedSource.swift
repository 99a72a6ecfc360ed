import MediaCore

/// Something that is plugged into the box, and gives it pictures and sound. For one thread.
package protocol PluggedSource: AnyObject {
    /// The keys of its table under `[inputs]`, as TOML.
    var settings: String { get }
    /// Shows the pattern of a channel and sounds its beeps, until `stop`; in place of what it showed before.
    func show(_ channel: Int) throws
    /// When it put out this picture of the pattern's; nil: it did not.
    func time(of picture: UInt32) -> HostTime?
    /// Throws what has ended it.
    func stop() throws
    /// Takes the signal away, and brings it back.
    func unplug() throws
    func plug() throws
}
