import Commands
import ControlProtocol
import Devices
import MediaCore

/// What comes of a call to the object.
package enum MPRISAnswer: Equatable, Sendable {
    case values([BusValue])
    case failure(BusFailure)
    /// Give the box this command, and answer with its result.
    case command(Command)
    /// Queue what is declared, and answer with what came of it.
    case items(ItemsRequest)
    case queue(QueueRequest)
}

/// An error of D-Bus: its name, and words for people.
package struct BusFailure: Error, Hashable, Sendable {
    package var name: String
    package var text: String

    package static func unknownMethod(_ text: String) -> BusFailure { standard("UnknownMethod", text) }
    package static func invalid(_ text: String) -> BusFailure { standard("InvalidArgs", text) }
    package static func unsupported(_ text: String) -> BusFailure { standard("NotSupported", text) }
    /// What makes no sense as things are.
    package static func notNow(_ text: String) -> BusFailure { .init(name: "io.hearth.Error.NotNow", text: text) }
    package static func failed(_ text: String) -> BusFailure { .init(name: "io.hearth.Error.Failed", text: text) }

    static func standard(_ name: String, _ text: String) -> BusFailure {
        .init(name: "org.freedesktop.DBus.Error." + name, text: text)
    }
}

extension MPRISObject {
    /// Answers a call, by the rules of MPRIS 2.2 and of `org.freedesktop.DBus.Properties`.
    package func answer(_ interface: String, _ member: String, _ arguments: [BusValue]) -> MPRISAnswer {
        switch interface {
        case "org.freedesktop.DBus.Introspectable" where member == "Introspect":
            return .values([.string(MPRISIntrospection.xml)])
        case "org.freedesktop.DBus.Properties": return property(member, arguments)
        default: break
        }
        guard let known = Interface(rawValue: interface) else {
            return .failure(.standard("UnknownInterface", "there is no interface \(interface)"))
        }
        guard MPRISIntrospection.arguments(of: member, in: known) == arguments.map(\.signature).joined() else {
            return MPRISIntrospection.arguments(of: member, in: known) == nil
                ? .failure(.unknownMethod("\(interface) has no method \(member)"))
                : .failure(.invalid("\(member) takes other arguments"))
        }
        switch known {
        case .root:
            return member == "Raise" ? .command(.wake) : .failure(.unsupported("the box is not ended from here"))
        case .player: return player(member, arguments)
        case .trackList: return trackList(member, arguments)
        case .playlists: return playlists(member, arguments)
        }
    }

    private func player(_ member: String, _ arguments: [BusValue]) -> MPRISAnswer {
        switch member {
        case "Next": .command(.next)
        case "Previous": .command(.previous)
        case "Pause": .command(.pause)
        case "PlayPause": .command(.playPause)
        case "Stop": .command(.stop)
        case "Play": .command(.resume)
        case "Seek": seek(by: arguments[0].integer ?? 0)
        case "SetPosition": setPosition(arguments[0].text ?? "", arguments[1].integer ?? 0)
        default: open(arguments[0].text ?? "")
        }
    }

    private func seek(by offset: Int64) -> MPRISAnswer {
        // Beyond the end of what has one is the next.
        if let position = info.playback.position, let duration = info.playback.duration, info.item?.isLive == false,
            Double(offset) / 1_000_000 + position > duration
        {
            return .command(.next)
        }
        return .command(.skip(.microseconds(min(max(offset, -Self.farthest), Self.farthest))))
    }

    /// So many microseconds a place may be away: a year.
    private static let farthest: Int64 = 366 * 86_400 * 1_000_000

    private func setPosition(_ track: String, _ position: Int64) -> MPRISAnswer {
        // Of another track, or outside of it: nothing, says the specification.
        guard track == currentPath, position >= 0, can(.position), let range = info.playback.range,
            info.playback.duration.map({ position <= Self.microseconds($0) }) ?? true
        else { return .values([]) }
        let place = min(max(Double(position) / 1_000_000, range.start), range.end)
        if info.item?.isLive == true, place >= range.end { return .command(.seek(.live)) }
        return .command(.seek(.at(.microseconds(Self.microseconds(place - range.start)))))
    }

    private func open(_ address: String) -> MPRISAnswer {
        Command.isAddress(address)
            ? .command(.play(url: address))
            : .failure(.unsupported("that is not an address that can be played: give one of http or https"))
    }

    private func trackList(_ member: String, _ arguments: [BusValue]) -> MPRISAnswer {
        switch member {
        case "GetTracksMetadata":
            let paths = (arguments[0].elements ?? []).compactMap(\.text)
            return .values([.array(of: "a{sv}", metadata(of: paths).map(BusValue.dictionary))])
        case "GoTo":
            let path = arguments[0].text ?? ""
            if let id = MPRISPath.entry(of: path) { return change(id) { $0.go = id } }
            guard let channel = MPRISPath.channel(of: path), tracks.contains(where: { $0.channel == channel }) else {
                // "If the track is not part of the list, this has no effect."
                return .values([])
            }
            return .command(.tune(.id(channel)))
        case "RemoveTrack":
            guard let id = MPRISPath.entry(of: arguments[0].text ?? "") else {
                return .failure(
                    .unsupported("the channels come from the lists: 'hearthctl channels edit' changes them"))
            }
            return change(id) { $0.remove = id }
        default:
            return add(arguments[0].text ?? "", after: arguments[1].text ?? "", goes: arguments[2].boolean ?? false)
        }
    }

    private func change(_ id: Int, _ change: (inout QueueRequest) -> Void) -> MPRISAnswer {
        guard queue?.entries.contains(where: { $0.id == id }) == true else { return .values([]) }
        var request = QueueRequest()
        change(&request)
        return .queue(request)
    }

    private func add(_ address: String, after path: String, goes: Bool) -> MPRISAnswer {
        guard Command.isAddress(address) else { return open(address) }
        let host = address.split(separator: "/").dropFirst().first.map(String.init) ?? address
        let item = DeclaredItem(url: address, title: String(host.split(separator: "@").last ?? "stream"))
        // The queue knows "after what plays" and "after all".
        let place: ItemsRequest.Place = goes ? .now : path == currentPath && queue != nil ? .next : .last
        return .items(ItemsRequest(items: [item], place: place))
    }

    private func playlists(_ member: String, _ arguments: [BusValue]) -> MPRISAnswer {
        if member == "GetPlaylists" {
            return .values([
                playlists(
                    from: arguments[0].integer ?? 0, most: arguments[1].integer ?? 0,
                    reversed: arguments[3].boolean ?? false)
            ])
        }
        guard let list = playlists.first(where: { $0.path == arguments[0].text }), let first = list.channels.first
        else {
            return .failure(.invalid("there is no such playlist"))
        }
        // Who is in it already stays where he is.
        let current = info.item?.channel?.id
        return .command(.tune(.id(current.flatMap { list.channels.contains($0) ? $0 : nil } ?? first)))
    }

    // MARK: Properties

    private func property(_ member: String, _ arguments: [BusValue]) -> MPRISAnswer {
        guard let interface = arguments.first?.text.flatMap(Interface.init) else {
            return .failure(.standard("UnknownInterface", "there is no such interface"))
        }
        switch (member, arguments.map(\.signature)) {
        case ("GetAll", ["s"]): return .values([.dictionary(properties(of: interface))])
        case ("Get", ["s", "s"]):
            guard let found = value(of: arguments[1].text ?? "", in: interface) else { return Self.noProperty }
            return .values([.variant(found)])
        case ("Set", ["s", "s", "v"]): return set(arguments[1].text ?? "", in: interface, to: arguments[2])
        default: return .failure(.unknownMethod("there is no method \(member) with these arguments"))
        }
    }

    private static var noProperty: MPRISAnswer { .failure(.standard("UnknownProperty", "there is no such property")) }

    private func value(of name: String, in interface: Interface) -> BusValue? {
        properties(of: interface).first { $0.key == name }?.value
    }

    private func set(_ name: String, in interface: Interface, to value: BusValue) -> MPRISAnswer {
        switch (interface, name) {
        case (.player, "LoopStatus"):
            let modes: [String: QueueInfo.Repeat] = ["None": .off, "Track": .one, "Playlist": .all]
            guard let mode = value.text.flatMap({ modes[$0] }) else {
                return .failure(.invalid("LoopStatus is None, Track or Playlist"))
            }
            var request = QueueRequest()
            request.repeats = mode
            return .queue(request)
        case (.player, "Volume"):
            guard let level = value.number else { return .failure(.invalid("a volume is a number from 0 to 1")) }
            return .command(.setVolume(Int((min(max(level, 0), 1) * 100).rounded())))
        case (.player, "Rate"):
            guard let rate = value.number else { return .failure(.invalid("a rate is a number")) }
            // "If the rate is set to 0, it should act as though Pause was called."
            if rate == 0 { return .command(.pause) }
            let percent = (rate * 100).rounded()
            guard (50...200).contains(percent) else { return .failure(.invalid("rates are from 0.5 to 2")) }
            return .command(.speed(.percent(Int(percent))))
        default:
            return self.value(of: name, in: interface) == nil
                ? Self.noProperty
                : .failure(.standard("PropertyReadOnly", "\(name) can't be set"))
        }
    }
}
