import Guide
import XMLTV

/// Tells which of a guide's channels may be one of the list's: what no channel is called by is not kept.
///
/// It leaves nothing out that `ChannelMatching` would find; which of several a channel is, only that tells, when all of
/// the guide's are known.
package struct GuideWants: Sendable {
    private var ids: Set<String> = []
    private var names: Set<String> = []
    private var stems: Set<String> = []

    package init(_ channels: some Sequence<ChannelMatching.Listed>) {
        for channel in channels {
            switch channel.byHand {
            case .noGuide: continue
            case .id(let id):
                ids.insert(id.lowercased())
                continue
            case nil: break
            }
            if let id = channel.guideID {
                ids.insert(id.lowercased())
                if let key = ChannelKey(id: id) { stems.insert(key.stem) }
            }
            for name in [channel.guideName, channel.name].compactMap(\.self) {
                names.insert(Self.spaced(name))
                if let key = ChannelKey(name: name) { stems.insert(key.stem) }
            }
        }
    }

    package func contains(_ channel: XMLTVChannel) -> Bool {
        if ids.contains(channel.id.lowercased()) { return true }
        if let key = ChannelKey(id: channel.id), stems.contains(key.stem) { return true }
        return channel.names.contains { name in
            names.contains(Self.spaced(name.text))
                || ChannelKey(name: name.text).map { stems.contains($0.stem) } == true
        }
    }

    private static func spaced(_ name: String) -> String { name.replacing("_", with: " ") }
}
