/// The condition in which the store came up. Anything but `sound` is to be told to the viewer and
/// the log.
package enum StoreCondition: Hashable, Sendable {
    case sound
    /// The file was broken, and is at this path now (nil: it was gone); the newest sound backup took its place: what
    /// changed since then is forgotten.
    case restored(backup: String, brokenFile: String?)
    /// The file was broken and there was no backup: it was moved to this path, and the store began anew, without
    /// favourites, passcode and history.
    case replaced(brokenFile: String)
    /// Nothing can be written where the state belongs: all is forgotten at the next start.
    case inMemory(reason: String)
}
