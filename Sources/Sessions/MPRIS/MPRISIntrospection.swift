/// What the object says of itself: the interfaces of MPRIS 2.2 with their members, by which calls are checked too.
enum MPRISIntrospection {
    private struct Method {
        var name: String
        var takes: [(name: String, type: String)] = []
        var gives: [(name: String, type: String)] = []
    }

    private struct Property {
        var name: String
        var type: String
        var isWritten = false
        /// nil: its changes are told.
        var emits: String?
    }

    private struct Members {
        var methods: [Method] = []
        var signals: [Method] = []
        var properties: [Property] = []
    }

    /// The signature of what a method takes; nil: there is none of that name.
    static func arguments(of method: String, in interface: MPRISObject.Interface) -> String? {
        members(of: interface).methods.first { $0.name == method }?.takes.map(\.type).joined()
    }

    private static func members(of interface: MPRISObject.Interface) -> Members {
        switch interface {
        case .root: root
        case .player: player
        case .trackList: trackList
        case .playlists: playlists
        }
    }

    private static let root = Members(
        methods: [Method(name: "Raise"), Method(name: "Quit")],
        properties: [
            Property(name: "CanQuit", type: "b"), Property(name: "Fullscreen", type: "b"),
            Property(name: "CanSetFullscreen", type: "b"), Property(name: "CanRaise", type: "b"),
            Property(name: "HasTrackList", type: "b"), Property(name: "Identity", type: "s"),
            Property(name: "SupportedUriSchemes", type: "as"), Property(name: "SupportedMimeTypes", type: "as"),
        ])

    private static let player = Members(
        methods: [
            Method(name: "Next"), Method(name: "Previous"), Method(name: "Pause"), Method(name: "PlayPause"),
            Method(name: "Stop"), Method(name: "Play"), Method(name: "Seek", takes: [("Offset", "x")]),
            Method(name: "SetPosition", takes: [("TrackId", "o"), ("Position", "x")]),
            Method(name: "OpenUri", takes: [("Uri", "s")]),
        ],
        signals: [Method(name: "Seeked", takes: [("Position", "x")])],
        properties: [
            Property(name: "PlaybackStatus", type: "s"), Property(name: "LoopStatus", type: "s", isWritten: true),
            Property(name: "Rate", type: "d", isWritten: true),
            Property(name: "Metadata", type: "a{sv}"), Property(name: "Volume", type: "d", isWritten: true),
            Property(name: "Position", type: "x", emits: "false"), Property(name: "MinimumRate", type: "d"),
            Property(name: "MaximumRate", type: "d"), Property(name: "CanGoNext", type: "b"),
            Property(name: "CanGoPrevious", type: "b"), Property(name: "CanPlay", type: "b"),
            Property(name: "CanPause", type: "b"), Property(name: "CanSeek", type: "b"),
            Property(name: "CanControl", type: "b", emits: "false"),
        ])

    private static let trackList = Members(
        methods: [
            Method(name: "GetTracksMetadata", takes: [("TrackIds", "ao")], gives: [("Metadata", "aa{sv}")]),
            Method(name: "AddTrack", takes: [("Uri", "s"), ("AfterTrack", "o"), ("SetAsCurrent", "b")]),
            Method(name: "RemoveTrack", takes: [("TrackId", "o")]), Method(name: "GoTo", takes: [("TrackId", "o")]),
        ],
        signals: [
            Method(name: "TrackListReplaced", takes: [("Tracks", "ao"), ("CurrentTrack", "o")]),
            Method(name: "TrackAdded", takes: [("Metadata", "a{sv}"), ("AfterTrack", "o")]),
            Method(name: "TrackRemoved", takes: [("TrackId", "o")]),
            Method(name: "TrackMetadataChanged", takes: [("TrackId", "o"), ("Metadata", "a{sv}")]),
        ],
        properties: [
            Property(name: "Tracks", type: "ao", emits: "invalidates"), Property(name: "CanEditTracks", type: "b"),
        ])

    private static let playlists = Members(
        methods: [
            Method(name: "ActivatePlaylist", takes: [("PlaylistId", "o")]),
            Method(
                name: "GetPlaylists",
                takes: [("Index", "u"), ("MaxCount", "u"), ("Order", "s"), ("ReverseOrder", "b")],
                gives: [("Playlists", "a(oss)")]),
        ],
        signals: [Method(name: "PlaylistChanged", takes: [("Playlist", "(oss)")])],
        properties: [
            Property(name: "PlaylistCount", type: "u"), Property(name: "Orderings", type: "as"),
            Property(name: "ActivePlaylist", type: "(b(oss))"),
        ])

    /// The document that `Introspect` answers.
    static let xml: String = {
        var lines = [
            #"<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN""#,
            #" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">"#, "<node>",
            #" <interface name="org.freedesktop.DBus.Introspectable">"#,
            #"  <method name="Introspect"><arg name="Document" type="s" direction="out"/></method>"#, " </interface>",
            #" <interface name="org.freedesktop.DBus.Properties">"#,
            #"  <method name="Get"><arg name="Interface" type="s" direction="in"/><arg name="Name" type="s" direction="in"/>"#
                + #"<arg name="Value" type="v" direction="out"/></method>"#,
            #"  <method name="GetAll"><arg name="Interface" type="s" direction="in"/>"#
                + #"<arg name="Values" type="a{sv}" direction="out"/></method>"#,
            #"  <method name="Set"><arg name="Interface" type="s" direction="in"/><arg name="Name" type="s" direction="in"/>"#
                + #"<arg name="Value" type="v" direction="in"/></method>"#,
            #"  <signal name="PropertiesChanged"><arg name="Interface" type="s"/><arg name="Changed" type="a{sv}"/>"#
                + #"<arg name="Invalidated" type="as"/></signal>"#, " </interface>",
        ]
        for interface in MPRISObject.Interface.allCases {
            let members = members(of: interface)
            lines.append(#" <interface name="\#(interface.rawValue)">"#)
            for method in members.methods {
                let arguments =
                    method.takes.map { #"<arg name="\#($0.name)" type="\#($0.type)" direction="in"/>"# }
                    + method.gives.map { #"<arg name="\#($0.name)" type="\#($0.type)" direction="out"/>"# }
                lines.append(#"  <method name="\#(method.name)">\#(arguments.joined())</method>"#)
            }
            for signal in members.signals {
                let arguments = signal.takes.map { #"<arg name="\#($0.name)" type="\#($0.type)"/>"# }
                lines.append(#"  <signal name="\#(signal.name)">\#(arguments.joined())</signal>"#)
            }
            for property in members.properties {
                let access = property.isWritten ? "readwrite" : "read"
                let note = property.emits.map {
                    #"<annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="\#($0)"/>"#
                }
                lines.append(
                    #"  <property name="\#(property.name)" type="\#(property.type)" access="\#(access)">"#
                        + "\(note ?? "")</property>")
            }
            lines.append(" </interface>")
        }
        return (lines + ["</node>"]).joined(separator: "\n") + "\n"
    }()
}
