import Channels
import ControlProtocol
import Devices
import UPnP

extension DeclaredItem {
    /// What was sent, as something to play: where it has no name, its address gives one.
    init(_ sent: SentItem) {
        self.init(url: sent.uri, title: sent.about.title ?? FileTitle.title(of: sent.uri) ?? Self.name(of: sent.uri))
        (artist, album, description) = (sent.about.artist, sent.about.album, sent.about.description)
        artwork = sent.about.artwork
        if sent.about.kind == .audio { kind = .audio }
        // Who sends it says himself where it goes on.
        start = 0
    }

    private static func name(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/").last.map(String.init) ?? address
        let scalars = PercentEncoding.decoded(last).unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
        let name = String(String.UnicodeScalarView(scalars))
        return name.isEmpty ? address : String(name.prefix(80))
    }
}
