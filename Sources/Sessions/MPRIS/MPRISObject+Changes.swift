import ControlProtocol
import Devices

extension MPRISObject {
    /// The signals that tell listeners what is other than before: one `PropertiesChanged` an interface, with what
    /// changed and nothing else.
    package func changes(since old: MPRISObject) -> [BusSignal] {
        guard self != old else { return [] }
        var signals = Interface.allCases.compactMap { changed($0, since: old) }
        if queue != nil || old.queue != nil || tracks.map(\.channel) != old.tracks.map(\.channel) {
            guard trackPaths != old.trackPaths else { return signals }
            signals.append(
                BusSignal(
                    interface: Interface.trackList.rawValue, member: "TrackListReplaced",
                    arguments: [
                        value(of: "Tracks") ?? .paths([]), .path(currentPath ?? MPRISPath.noTrack),
                    ]))
        } else {
            signals += renamed(since: old)
        }
        return signals
    }

    private func value(of name: String) -> BusValue? {
        properties(of: .trackList).first { $0.key == name }?.value
    }

    private func changed(_ interface: Interface, since old: MPRISObject) -> BusSignal? {
        // What follows from time, and what never changes, is not told.
        let silent: Set<String> = ["Position", "CanControl"]
        let before = old.properties(of: interface)
        let changed = zip(properties(of: interface), before).filter { $0 != $1 && !silent.contains($0.key) }.map(\.0)
        guard !changed.isEmpty else { return nil }
        // The list of tracks is long: it is asked for by who wants it.
        let told = changed.filter { $0.key != "Tracks" }
        return BusSignal(
            interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            arguments: [
                .string(interface.rawValue), .dictionary(told),
                .strings(changed.count > told.count ? ["Tracks"] : []),
            ])
    }

    /// Tells of tracks whose names or what is on there are others, each under the path by which it was known.
    private func renamed(since old: MPRISObject) -> [BusSignal] {
        let affected = zip(tracks, old.tracks).compactMap { new, before -> (String, MPRISTrack)? in
            let wasCurrent = before.channel == old.info.item?.channel?.id
            let isCurrent = new.channel == info.item?.channel?.id
            let known = wasCurrent ? old.currentPath ?? before.path : before.path
            let isOther =
                new != before || wasCurrent != isCurrent || (isCurrent && metadata != old.metadata)
            return isOther ? (known, new) : nil
        }
        // After so many, whoever listens asks anew.
        return affected.prefix(Self.mostTold).compactMap { path, track in
            metadata(of: [track.path]).first.map {
                BusSignal(
                    interface: Interface.trackList.rawValue, member: "TrackMetadataChanged",
                    arguments: [.path(path), .dictionary($0)])
            }
        }
    }

    private static let mostTold = 32

    /// The signal for a place that jumped, in seconds.
    package static func seeked(_ position: Double) -> BusSignal {
        BusSignal(
            interface: Interface.player.rawValue, member: "Seeked", arguments: [.int64(microseconds(position))])
    }
}
