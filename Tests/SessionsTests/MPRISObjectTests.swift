import Commands
import ControlProtocol
import Devices
import Foundation
import Testing

@testable import Sessions

@Suite("MPRIS 2.2, as a value")
struct MPRISObjectTests {
    static func object(live: Bool = false, position: Double? = 60) -> MPRISObject {
        var item = NowPlayingInfo.Item(id: live ? "news@1700000000" : "film", isLive: live, title: "The Title")
        item.subtitle = "Low Water"
        (item.season, item.episode) = (2, 4)
        item.genre = "Drama"
        item.artwork = "https://pictures.example/1.jpg"
        item.channel = ChannelInfo(
            id: live ? "news" : "film", number: 2, name: "News & More", group: nil, groups: nil, favourite: false,
            favouritePlace: nil, restricted: false)
        let abilities = NowPlayingInfo.Ability.Command.allCases.map { command in
            NowPlayingInfo.Ability(
                command, reason: command == .rate && live ? "it is live" : nil,
                rates: command == .rate && !live ? [0.5, 1, 2] : nil)
        }
        return MPRISObject(
            info: NowPlayingInfo(
                item: item,
                playback: .init(
                    state: .playing, position: position, duration: 1800, rate: 1,
                    range: .init(start: live ? 20 : 0, end: live ? 65 : 1797)),
                sound: SoundLevel(volume: 40, muted: false), commands: abilities),
            tracks: [
                MPRISTrack(channel: "one", number: 1, name: "One", logo: "https://logos.example/1.png", genre: "News"),
                MPRISTrack(channel: live ? "news" : "film", number: 2, name: "News & More"),
                MPRISTrack(channel: "drei/3", number: 3, name: "Drei"),
            ],
            playlists: [
                MPRISPlaylist(group: nil, name: "Favourites", channels: ["drei/3"]),
                MPRISPlaylist(group: "News", name: "News", channels: ["one", "film"]),
                MPRISPlaylist(group: "한국", name: "한국", channels: ["one"]),
            ])
    }

    private func player(_ object: MPRISObject, _ member: String, _ arguments: BusValue...) -> MPRISAnswer {
        object.answer("org.mpris.MediaPlayer2.Player", member, arguments)
    }

    private func get(_ object: MPRISObject, _ name: String, of interface: String = "org.mpris.MediaPlayer2.Player")
        -> BusValue?
    {
        guard
            case .values(let values) = object.answer(
                "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)]),
            case .variant(let value)? = values.first
        else { return nil }
        return value
    }

    private func set(_ object: MPRISObject, _ name: String, _ value: BusValue) -> MPRISAnswer {
        object.answer(
            "org.freedesktop.DBus.Properties", "Set",
            [.string("org.mpris.MediaPlayer2.Player"), .string(name), .variant(value)])
    }

    // MARK: Properties

    @Test("Every property has the type of the specification, playing or not")
    func types() throws {
        let said = try Introspected(MPRISIntrospection.xml)
        for object in [Self.object(), Self.object(live: true), Self.nothing] {
            for interface in MPRISObject.Interface.allCases {
                let properties = object.properties(of: interface)
                let types = Dictionary(uniqueKeysWithValues: properties.map { ($0.key, $0.value.signature) })
                // The structure of one member that is "(b(oss))" has the same signature as its members' structure.
                #expect(types == said.properties[interface.rawValue], "\(interface)")
            }
        }
    }

    @Test("Introspection has what the specification's own document has, but for what is optional")
    func introspection() throws {
        let ours = try Introspected(MPRISIntrospection.xml)
        let optional: Set<String> = ["Shuffle", "DesktopEntry"]
        for interface in MPRISObject.Interface.allCases {
            let file = Corpora.mpris(interface.rawValue)
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                print("skipped: \(file) is not there")
                return
            }
            let theirs = try Introspected(text)
            let name = interface.rawValue
            #expect(ours.methods[name] == theirs.methods[name])
            #expect(ours.signals[name] == theirs.signals[name])
            let wanted = theirs.properties[name]?.filter { !optional.contains($0.key) }
            #expect(ours.properties[name] == wanted)
        }
    }

    @Test("Metadata has MPRIS's names and types, and a path of its own for each programme")
    func metadata() throws {
        let object = Self.object(live: true)
        let values = Dictionary(uniqueKeysWithValues: object.metadata.map { ($0.key, $0.value) })
        #expect(values["mpris:trackid"] == .path("/io/hearth/channel/news/item/news_401700000000"))
        #expect(values["mpris:length"] == .int64(1_800_000_000))
        #expect(values["xesam:title"] == .string("The Title"))
        #expect(values["xesam:artist"] == .strings(["News & More"]))
        #expect(values["xesam:album"] == .string("The Title"))
        #expect(values["xesam:asText"] == .string("Low Water"))
        #expect(values["xesam:genre"] == .strings(["Drama"]))
        #expect(values["xesam:trackNumber"] == .int32(4))
        #expect(values["mpris:artUrl"] == .string("https://pictures.example/1.jpg"))
        #expect(get(Self.nothing, "Metadata") == .dictionary([.init("mpris:trackid", .path(MPRISPath.noTrack))]))
        #expect(get(Self.nothing, "PlaybackStatus") == .string("Stopped"))
    }

    @Test(
        "States are MPRIS's three",
        arguments: zip(
            PlayState.allCases, ["Stopped", "Playing", "Playing", "Paused", "Playing", "Stopped", "Stopped"]))
    func states(_ state: PlayState, _ word: String) {
        var object = Self.object()
        object.info.playback.state = state
        #expect(get(object, "PlaybackStatus") == .string(word))
    }

    @Test("A rate is never 0, and a position never traps")
    func numbers() {
        var object = Self.object()
        for position in [Double.nan, .infinity, -.infinity, 1e300, -1e300, -0.0] {
            object.info.playback.position = position
            #expect(get(object, "Position") != nil)
        }
        object.info.playback.rate = 0
        #expect(get(object, "Rate") == .double(1))
        #expect(get(object, "MinimumRate") == .double(0.5) && get(object, "MaximumRate") == .double(2))
        let live = Self.object(live: true)
        #expect(get(live, "MinimumRate") == .double(1) && get(live, "MaximumRate") == .double(1))
    }

    // MARK: Calls

    @Test("Methods are commands")
    func methods() {
        let object = Self.object()
        #expect(player(object, "Next") == .command(.next))
        #expect(player(object, "Previous") == .command(.previous))
        #expect(player(object, "Play") == .command(.resume))
        #expect(player(object, "Pause") == .command(.pause))
        #expect(player(object, "PlayPause") == .command(.playPause))
        #expect(player(object, "Stop") == .command(.stop))
        #expect(player(object, "Seek", .int64(-42_000_000)) == .command(.skip(.seconds(-42))))
        #expect(player(object, "OpenUri", .string("https://a/b.m3u8")) == .command(.play(url: "https://a/b.m3u8")))
        #expect(object.answer("org.mpris.MediaPlayer2", "Raise", []) == .command(.wake))
        for call in [
            player(object, "OpenUri", .string("file:///etc/passwd")),
            object.answer("org.mpris.MediaPlayer2", "Quit", []),
            object.answer("org.mpris.MediaPlayer2.TrackList", "RemoveTrack", [.path("/")]),
        ] {
            guard case .failure(let failure) = call else {
                Issue.record("\(call)")
                continue
            }
            #expect(failure.name == "org.freedesktop.DBus.Error.NotSupported")
        }
    }

    @Test("A call with other arguments, or of what there is not, is an error that says so")
    func wrong() {
        let object = Self.object()
        func name(_ answer: MPRISAnswer) -> String? {
            if case .failure(let failure) = answer {
                failure.name.split(separator: ".").last.map(String.init)
            } else {
                nil
            }
        }
        #expect(name(player(object, "Seek", .string("1"))) == "InvalidArgs")
        #expect(name(player(object, "Seek")) == "InvalidArgs")
        #expect(name(player(object, "Next", .int64(1))) == "InvalidArgs")
        #expect(name(player(object, "Eject")) == "UnknownMethod")
        #expect(name(object.answer("org.mpris.MediaPlayer3", "Next", [])) == "UnknownInterface")
        #expect(
            name(object.answer("org.freedesktop.DBus.Properties", "Get", [.string("x"), .string("y")]))
                == "UnknownInterface")
        #expect(name(object.answer("org.freedesktop.DBus.Properties", "Get", [])) == "UnknownInterface")
        #expect(name(set(object, "Bass", .double(1))) == "UnknownProperty")
        #expect(name(set(object, "Position", .int64(1))) == "PropertyReadOnly")
        #expect(name(set(object, "Volume", .string("loud"))) == "InvalidArgs")
        #expect(name(set(object, "Volume", .double(.nan))) == "InvalidArgs")
        #expect(name(set(object, "Rate", .double(9))) == "InvalidArgs")
    }

    @Test("Writing a volume or a rate is a command; a rate of 0 pauses")
    func writes() {
        let object = Self.object()
        #expect(set(object, "Volume", .double(0.335)) == .command(.setVolume(34)))
        #expect(set(object, "Volume", .double(-3)) == .command(.setVolume(0)))
        #expect(set(object, "Volume", .double(1e300)) == .command(.setVolume(100)))
        #expect(set(object, "Rate", .double(1.5)) == .command(.speed(.percent(150))))
        #expect(set(object, "Rate", .double(0)) == .command(.pause))
    }

    @Test("A place is set in the track that is on, within it, and nowhere else")
    func setPosition() {
        let object = Self.object()
        let track = object.currentPath ?? ""
        func set(_ object: MPRISObject, _ path: String, _ microseconds: Int64) -> MPRISAnswer {
            player(object, "SetPosition", .path(path), .int64(microseconds))
        }
        #expect(set(object, track, 90_000_000) == .command(.seek(.at(.seconds(90)))))
        #expect(set(object, track, 0) == .command(.seek(.at(.zero))))
        #expect(set(object, "/io/hearth/channel/other", 90_000_000) == .values([]))
        #expect(set(object, track, -1) == .values([]))
        #expect(set(object, track, 1_800_000_001) == .values([]))
        var fixed = object
        fixed.info.commands = [.init(.position, reason: "it comes as a stream")]
        #expect(set(fixed, track, 90_000_000) == .values([]))
        // What the server has of a live programme begins 20 s after the programme, and ends at 65 s.
        let live = Self.object(live: true)
        let now = live.currentPath ?? ""
        #expect(set(live, now, 30_000_000) == .command(.seek(.at(.seconds(10)))))
        #expect(set(live, now, 0) == .command(.seek(.at(.zero))))
        #expect(set(live, now, 65_000_000) == .command(.seek(.live)))
        #expect(set(live, now, 1_700_000_000) == .command(.seek(.live)))
    }

    @Test("Beyond the end of a film is the next; what is live has no end to go beyond")
    func seekBeyond() {
        #expect(player(Self.object(position: 1790), "Seek", .int64(30_000_000)) == .command(.next))
        #expect(player(Self.object(live: true), "Seek", .int64(1 << 60)) == .command(.skip(.seconds(366 * 86_400))))
        #expect(player(Self.object(), "Seek", .int64(.min)) == .command(.skip(.seconds(-366 * 86_400))))
    }

    // MARK: Tracks and playlists

    @Test("The lineup is the list of tracks; what is on has its own path in it, and both lead to the channel")
    func tracks() throws {
        let object = Self.object()
        let interface = "org.mpris.MediaPlayer2.TrackList"
        let current = try #require(object.currentPath)
        let paths = ["/io/hearth/channel/one", current, "/io/hearth/channel/drei_2f3"]
        #expect(get(object, "Tracks", of: interface) == .paths(paths))
        for (path, channel) in zip(paths, ["one", "film", "drei/3"]) {
            #expect(object.answer(interface, "GoTo", [.path(path)]) == .command(.tune(.id(channel))))
        }
        #expect(object.answer(interface, "GoTo", [.path("/io/hearth/channel/gone")]) == .values([]))
        #expect(object.answer(interface, "GoTo", [.path("/")]) == .values([]))
        guard case .values(let values) = object.answer(interface, "GetTracksMetadata", [.paths(paths + ["/x"])]),
            case .array(of: "a{sv}", let tracks)? = values.first
        else {
            Issue.record("no metadata")
            return
        }
        let ids = tracks.compactMap { track -> String? in
            if case .dictionary(let entries) = track {
                entries.first { $0.key == "mpris:trackid" }?.value.text
            } else {
                nil
            }
        }
        #expect(ids == paths)
    }

    @Test("While the queue plays it is the list of tracks, which is added to, taken from and repeated")
    func queue() throws {
        var object = Self.object()
        let interface = "org.mpris.MediaPlayer2.TrackList"
        let before = object
        object.queue = MPRISQueue(
            entries: [.init(id: 4, title: "A"), .init(id: 7, title: "B")], current: 7, loop: "None")
        #expect(object.changes(since: before).map(\.member).last == "TrackListReplaced")
        #expect(get(object, "Tracks", of: interface) == .paths(["/io/hearth/queue/4", "/io/hearth/queue/7"]))
        #expect(object.currentPath == "/io/hearth/queue/7")
        func item(_ url: String, _ host: String) -> DeclaredItem { DeclaredItem(url: url, title: host) }
        func add(_ url: String, _ after: String, _ goes: Bool = false) -> MPRISAnswer {
            object.answer(interface, "AddTrack", [.string(url), .path(after), .boolean(goes)])
        }
        let url = "http://user:pass@host/a.m3u8"
        #expect(add(url, "/") == .items(ItemsRequest(items: [item(url, "host")], place: .last)))
        #expect(add(url, "/io/hearth/queue/7") == .items(ItemsRequest(items: [item(url, "host")], place: .next)))
        #expect(add(url, "/", true) == .items(ItemsRequest(items: [item(url, "host")], place: .now)))
        var request = QueueRequest()
        request.go = 4
        #expect(object.answer(interface, "GoTo", [.path("/io/hearth/queue/4")]) == .queue(request))
        #expect(object.answer(interface, "GoTo", [.path("/io/hearth/queue/5")]) == .values([]))
        request = QueueRequest()
        request.remove = 4
        #expect(object.answer(interface, "RemoveTrack", [.path("/io/hearth/queue/4")]) == .queue(request))
        request = QueueRequest()
        request.repeats = .all
        #expect(set(object, "LoopStatus", .string("Playlist")) == .queue(request))
        #expect(object.metadata(of: ["/io/hearth/queue/4"]).first?.last?.value == .string("A"))
    }

    @Test("Favourites and groups are playlists; to activate one is to watch it")
    func playlists() {
        let object = Self.object()
        let interface = "org.mpris.MediaPlayer2.Playlists"
        func names(_ index: UInt32, _ most: UInt32, _ reversed: Bool = false) -> [String]? {
            guard
                case .values(let values) = object.answer(
                    interface, "GetPlaylists",
                    [.uint32(index), .uint32(most), .string("UserDefined"), .boolean(reversed)])
            else { return nil }
            return values.first?.elements?.compactMap { $0.elements?[1].text }
        }
        #expect(names(0, 10) == ["Favourites", "News", "한국"])
        #expect(names(1, 1) == ["News"])
        #expect(names(0, 2, true) == ["한국", "News"])
        #expect(names(9, 10) == [])
        #expect(names(.max, .max) == [])
        #expect(
            object.answer(interface, "ActivatePlaylist", [.path("/io/hearth/playlist/favourites")])
                == .command(.tune(.id("drei/3"))))
        // Who watches one of it stays.
        #expect(
            object.answer(interface, "ActivatePlaylist", [.path("/io/hearth/playlist/group/News")])
                == .command(.tune(.id("film"))))
    }

    @Test("Any id is a path and comes back", arguments: ["", "_", "a_b", "drei/3", "한국 1", "#!\u{0}\u{7f}", "A0z"])
    func paths(_ id: String) {
        let part = MPRISPath.escaped(id)
        #expect(!part.isEmpty && part.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isalnum($0) })
        #expect(MPRISPath.unescaped(part) == id)
        #expect(MPRISPath.channel(of: MPRISPath.item("x/y", channel: id)) == id)
    }

    private func isalnum(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    // MARK: Changes

    private func changed(_ signal: BusSignal) -> [String]? {
        guard signal.member == "PropertiesChanged", case .dictionary(let entries) = signal.arguments[1] else {
            return nil
        }
        return entries.map(\.key)
    }

    @Test("One event is one signal, with what changed and nothing else")
    func changes() {
        let before = Self.object()
        #expect(before.changes(since: before) == [])
        var after = before
        after.info.playback.position = 61
        #expect(after.changes(since: before) == [])
        after.info.playback.state = .paused
        after.info.sound.volume = 41
        let signals = after.changes(since: before)
        #expect(signals.count == 1 && changed(signals[0]) == ["PlaybackStatus", "Volume"])
        #expect(signals[0].arguments[0] == .string("org.mpris.MediaPlayer2.Player"))
        #expect(signals[0].arguments[2] == .strings([]))
    }

    @Test("Another programme changes the track's path, told under the path it had")
    func programme() {
        let before = Self.object(live: true)
        var after = before
        after.info.item?.id = "news@1700001800"
        after.info.item?.title = "The Next"
        let signals = after.changes(since: before)
        #expect(signals.map(\.member) == ["PropertiesChanged", "PropertiesChanged", "TrackMetadataChanged"])
        #expect(changed(signals[0]) == ["Metadata"])
        #expect(changed(signals[1]) == [] && signals[1].arguments[2] == .strings(["Tracks"]))
        #expect(signals[2].arguments[0] == .path("/io/hearth/channel/news/item/news_401700000000"))
    }

    @Test("Another lineup replaces the tracks")
    func lineup() {
        let before = Self.object()
        var after = before
        after.tracks.removeLast()
        let signals = after.changes(since: before)
        #expect(signals.map(\.member) == ["PropertiesChanged", "TrackListReplaced"])
        #expect(signals.last?.arguments.map(\.signature) == ["ao", "o"])
    }

    static let nothing = MPRISObject(
        info: NowPlayingInfo(playback: .init(state: .idle), sound: SoundLevel(volume: 40, muted: false)))
}
