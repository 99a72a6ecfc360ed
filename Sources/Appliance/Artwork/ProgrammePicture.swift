import Channels
import GuideStore

/// The picture of a programme: its address, and the channel whose guide named it.
///
/// Screens know it by its key alone; whatever is drawn with it is fetched by itself once the viewer rests on it.
struct ProgrammePicture: Hashable, Sendable {
    let channel: Channel.ID
    let url: String

    /// The picture that a guide names; nil: it names none that can be fetched.
    init?(of programme: Programme, on channel: Channel.ID) {
        guard let icon = programme.icon, icon.hasPrefix("http://") || icon.hasPrefix("https://"),
            !icon.contains("\n"), icon.utf8.count <= 4096
        else { return nil }
        (self.channel, url) = (channel, icon)
    }

    /// Reads a painter's key; nil: it is that of something else.
    init?(key: String) {
        guard let end = key.lastIndex(of: "\n") else { return nil }
        (channel, url) = (String(key[..<end]), String(key[key.index(after: end)...]))
    }

    /// The painter's key of it; a line's end is in no address.
    var key: String { channel + "\n" + url }
}
