/// Marks lines of the log that come again and again for one cause: a file of a channel that isn't there, a sound card that
/// runs dry.
package enum RepeatedLine {
    /// The key of a line's metadata whose value says what it is about: a channel, a device. Lines of one message and one
    /// such value are counted, and said once with their number. The log itself does not show it.
    package static let about = "repeats"
}
