/// A service of the renderer, with its actions and state variables: one table, of which its description, the check of
/// what is asked and the answers are made (AVTransport:1, RenderingControl:1, ConnectionManager:1).
package enum RendererService: String, Hashable, Sendable, CaseIterable {
    case avTransport = "AVTransport"
    case renderingControl = "RenderingControl"
    case connectionManager = "ConnectionManager"

    package struct Action: Sendable {
        package var name: String
        /// Names, and the state variables whose types they have.
        package var inputs: [(name: String, variable: String)]
        package var outputs: [(name: String, variable: String)]
    }

    package struct Variable: Sendable {
        var name: String
        var type = "string"
        var allowed: [String] = []
        var range: ClosedRange<Int>?
        /// Whether followers are told of it by itself.
        var isEvented = false
    }

    package var type: String { "urn:schemas-upnp-org:service:\(rawValue):1" }
    package var id: String { "urn:upnp-org:serviceId:\(rawValue)" }
    package var descriptionPath: String { "/upnp/\(rawValue).xml" }
    package var controlPath: String { "/upnp/\(rawValue)/control" }
    package var eventPath: String { "/upnp/\(rawValue)/event" }

    package func action(_ name: String) -> Action? { actions.first { $0.name == name } }

    package var actions: [Action] {
        switch self {
        case .avTransport: Self.transportActions
        case .renderingControl: Self.renderingActions
        case .connectionManager: Self.connectionActions
        }
    }

    var variables: [Variable] {
        switch self {
        case .avTransport: Self.transportVariables
        case .renderingControl: Self.renderingVariables
        case .connectionManager: Self.connectionVariables
        }
    }

    private static func action(
        _ name: String, _ inputs: KeyValuePairs<String, String> = [:],
        gives outputs: KeyValuePairs<String, String> = [:]
    ) -> Action {
        Action(
            name: name, inputs: inputs.map { ($0.key, $0.value) }, outputs: outputs.map { ($0.key, $0.value) })
    }

    private static let instance = "A_ARG_TYPE_InstanceID"

    // MARK: AVTransport

    private static let transportActions = [
        action(
            "SetAVTransportURI",
            ["InstanceID": instance, "CurrentURI": "AVTransportURI", "CurrentURIMetaData": "AVTransportURIMetaData"]),
        action(
            "SetNextAVTransportURI",
            ["InstanceID": instance, "NextURI": "NextAVTransportURI", "NextURIMetaData": "NextAVTransportURIMetaData"]),
        action(
            "GetMediaInfo", ["InstanceID": instance],
            gives: [
                "NrTracks": "NumberOfTracks", "MediaDuration": "CurrentMediaDuration", "CurrentURI": "AVTransportURI",
                "CurrentURIMetaData": "AVTransportURIMetaData", "NextURI": "NextAVTransportURI",
                "NextURIMetaData": "NextAVTransportURIMetaData", "PlayMedium": "PlaybackStorageMedium",
                "RecordMedium": "RecordStorageMedium", "WriteStatus": "RecordMediumWriteStatus",
            ]),
        action(
            "GetTransportInfo", ["InstanceID": instance],
            gives: [
                "CurrentTransportState": "TransportState", "CurrentTransportStatus": "TransportStatus",
                "CurrentSpeed": "TransportPlaySpeed",
            ]),
        action(
            "GetPositionInfo", ["InstanceID": instance],
            gives: [
                "Track": "CurrentTrack", "TrackDuration": "CurrentTrackDuration",
                "TrackMetaData": "CurrentTrackMetaData", "TrackURI": "CurrentTrackURI",
                "RelTime": "RelativeTimePosition", "AbsTime": "AbsoluteTimePosition",
                "RelCount": "RelativeCounterPosition", "AbsCount": "AbsoluteCounterPosition",
            ]),
        action(
            "GetDeviceCapabilities", ["InstanceID": instance],
            gives: [
                "PlayMedia": "PossiblePlaybackStorageMedia", "RecMedia": "PossibleRecordStorageMedia",
                "RecQualityModes": "PossibleRecordQualityModes",
            ]),
        action(
            "GetTransportSettings", ["InstanceID": instance],
            gives: ["PlayMode": "CurrentPlayMode", "RecQualityMode": "CurrentRecordQualityMode"]),
        action(
            "GetCurrentTransportActions", ["InstanceID": instance], gives: ["Actions": "CurrentTransportActions"]),
        action("Stop", ["InstanceID": instance]),
        action("Play", ["InstanceID": instance, "Speed": "TransportPlaySpeed"]),
        action("Pause", ["InstanceID": instance]),
        action(
            "Seek", ["InstanceID": instance, "Unit": "A_ARG_TYPE_SeekMode", "Target": "A_ARG_TYPE_SeekTarget"]),
        action("Next", ["InstanceID": instance]),
        action("Previous", ["InstanceID": instance]),
    ]

    private static let transportVariables =
        [
            Variable(name: "TransportState", allowed: RendererState.Transport.allCases.map(\.rawValue)),
            Variable(name: "TransportStatus", allowed: ["OK", "ERROR_OCCURRED"]),
            Variable(name: "CurrentPlayMode", allowed: ["NORMAL"]),
            Variable(name: "TransportPlaySpeed", allowed: ["1"]),
            Variable(name: "NumberOfTracks", type: "ui4", range: 0...1),
            Variable(name: "CurrentTrack", type: "ui4", range: 0...1),
            Variable(name: "RelativeCounterPosition", type: "i4"),
            Variable(name: "AbsoluteCounterPosition", type: "i4"),
            Variable(name: "A_ARG_TYPE_SeekMode", allowed: ["REL_TIME", "ABS_TIME", "TRACK_NR"]),
            Variable(name: "A_ARG_TYPE_SeekTarget"), Variable(name: instance, type: "ui4"),
            Variable(name: "LastChange", isEvented: true),
        ]
        + [
            "PlaybackStorageMedium", "RecordStorageMedium", "PossiblePlaybackStorageMedia",
            "PossibleRecordStorageMedia", "RecordMediumWriteStatus", "CurrentRecordQualityMode",
            "PossibleRecordQualityModes", "CurrentTrackDuration", "CurrentMediaDuration", "CurrentTrackMetaData",
            "CurrentTrackURI", "AVTransportURI", "AVTransportURIMetaData", "NextAVTransportURI",
            "NextAVTransportURIMetaData", "RelativeTimePosition", "AbsoluteTimePosition", "CurrentTransportActions",
        ].map { Variable(name: $0) }

    // MARK: RenderingControl

    private static let renderingActions = [
        action("ListPresets", ["InstanceID": instance], gives: ["CurrentPresetNameList": "PresetNameList"]),
        action("SelectPreset", ["InstanceID": instance, "PresetName": "A_ARG_TYPE_PresetName"]),
        action(
            "GetVolume", ["InstanceID": instance, "Channel": "A_ARG_TYPE_Channel"], gives: ["CurrentVolume": "Volume"]),
        action(
            "SetVolume", ["InstanceID": instance, "Channel": "A_ARG_TYPE_Channel", "DesiredVolume": "Volume"]),
        action(
            "GetMute", ["InstanceID": instance, "Channel": "A_ARG_TYPE_Channel"], gives: ["CurrentMute": "Mute"]),
        action("SetMute", ["InstanceID": instance, "Channel": "A_ARG_TYPE_Channel", "DesiredMute": "Mute"]),
    ]

    private static let renderingVariables = [
        Variable(name: "PresetNameList"), Variable(name: "A_ARG_TYPE_PresetName", allowed: ["FactoryDefaults"]),
        Variable(name: "A_ARG_TYPE_Channel", allowed: ["Master"]),
        Variable(name: "Volume", type: "ui2", range: 0...100), Variable(name: "Mute", type: "boolean"),
        Variable(name: instance, type: "ui4"), Variable(name: "LastChange", isEvented: true),
    ]

    // MARK: ConnectionManager

    private static let connectionActions = [
        action("GetProtocolInfo", gives: ["Source": "SourceProtocolInfo", "Sink": "SinkProtocolInfo"]),
        action("GetCurrentConnectionIDs", gives: ["ConnectionIDs": "CurrentConnectionIDs"]),
        action(
            "GetCurrentConnectionInfo", ["ConnectionID": "A_ARG_TYPE_ConnectionID"],
            gives: [
                "RcsID": "A_ARG_TYPE_RcsID", "AVTransportID": "A_ARG_TYPE_AVTransportID",
                "ProtocolInfo": "A_ARG_TYPE_ProtocolInfo", "PeerConnectionManager": "A_ARG_TYPE_ConnectionManager",
                "PeerConnectionID": "A_ARG_TYPE_ConnectionID", "Direction": "A_ARG_TYPE_Direction",
                "Status": "A_ARG_TYPE_ConnectionStatus",
            ]),
    ]

    private static let connectionVariables = [
        Variable(name: "SourceProtocolInfo", isEvented: true), Variable(name: "SinkProtocolInfo", isEvented: true),
        Variable(name: "CurrentConnectionIDs", isEvented: true),
        Variable(
            name: "A_ARG_TYPE_ConnectionStatus",
            allowed: ["OK", "ContentFormatMismatch", "InsufficientBandwidth", "UnreliableChannel", "Unknown"]),
        Variable(name: "A_ARG_TYPE_ConnectionManager"),
        Variable(name: "A_ARG_TYPE_Direction", allowed: ["Input", "Output"]),
        Variable(name: "A_ARG_TYPE_ProtocolInfo"), Variable(name: "A_ARG_TYPE_ConnectionID", type: "i4"),
        Variable(name: "A_ARG_TYPE_AVTransportID", type: "i4"), Variable(name: "A_ARG_TYPE_RcsID", type: "i4"),
    ]
}
