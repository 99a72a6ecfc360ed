/// A UPnP MediaRenderer:1 apart from the network: answers what control points ask, and says what the box is to do.
///
/// Each control point has what it has sent last for itself until it is played: one can't change what another one plays
/// by naming something else.
package struct MediaRenderer: Sendable {
    /// The answer to an action.
    package struct Answer: Sendable, Hashable {
        /// In the order of the action's arguments.
        package var values: [String] = []
        /// To be carried out before it is answered; a failure is the answer then.
        package var order: RendererOrder?
    }

    /// So many control points are told apart; beyond that the one that has sent nothing for longest is forgotten.
    package static let mostSenders = 8
    private static let longestMetadata = 100_000

    private struct Sending {
        var sender: String
        var item: SentItem
        /// Whether it has been its turn.
        var wasPlayed = false
    }

    /// What each control point has sent last, the newest last.
    private var sent: [Sending] = []
    /// What it has been the turn of, the newest last.
    private var played: [Sending] = []
    /// What plays after what is on.
    private var next: SentItem?
    private var count = 0

    package init() {}

    /// Notes how what was sent goes: it may be the turn of what was to follow.
    package mutating func see(_ state: RendererState) {
        guard let item = state.item, let follower = next, item == follower.id else { return }
        next = nil
        note(Sending(sender: played.last?.sender ?? "", item: follower))
    }

    /// - Parameters:
    ///   - sender: the address of the control point
    ///   - state: how what was sent goes
    package mutating func answer(
        _ request: SOAPRequest, of service: RendererService, from sender: String, in state: RendererState
    ) throws(UPnPFault) -> Answer {
        guard let action = service.action(request.action) else { throw .invalidAction }
        for (name, _) in action.inputs { _ = try request.required(name) }
        if let instance = request.arguments["InstanceID"], Int(instance.filter { !$0.isWhitespace }) != 0 {
            throw UPnPFault(service == .avTransport ? 718 : 702, "Invalid InstanceID")
        }
        see(state)
        switch service {
        case .avTransport: return try answerTransport(request, sender, state)
        case .renderingControl: return try answerRendering(request, state)
        case .connectionManager: return try answerConnections(request)
        }
    }

    // MARK: AVTransport

    private mutating func answerTransport(_ request: SOAPRequest, _ sender: String, _ state: RendererState)
        throws(UPnPFault) -> Answer
    {
        let transport = transport(state)
        let isOn = state.item != nil
        switch request.action {
        case "SetAVTransportURI":
            let uri = try request.required("CurrentURI")
            // An empty one takes back what was sent.
            guard !uri.isEmpty else {
                sent.removeAll { $0.sender == sender }
                if !isOn { (played, next) = ([], nil) }
                return Answer()
            }
            let item = try item(uri, try request.required("CurrentURIMetaData"))
            sent.removeAll { $0.sender == sender }
            if sent.count >= Self.mostSenders { sent.removeFirst() }
            sent.append(Sending(sender: sender, item: item))
            // What it plays is followed by it at once, as many control points expect.
            guard state.transport == .playing, on(state)?.sender == sender else { return Answer() }
            return play(item, by: sender)
        case "SetNextAVTransportURI":
            let uri = try request.required("NextURI")
            guard isOn else { throw .transition("nothing of yours plays") }
            guard !uri.isEmpty else {
                next = nil
                return Answer(order: .follow(nil))
            }
            let item = try item(uri, try request.required("NextURIMetaData"))
            next = item
            return Answer(order: .follow(item))
        case "Play":
            guard ["1", "1/1", "1.0"].contains(try request.required("Speed").filter { !$0.isWhitespace }) else {
                throw .playSpeed
            }
            let own = sent.last { $0.sender == sender }
            let fresh = own?.wasPlayed == false ? own?.item : nil
            if isOn, fresh == nil { return Answer(order: state.transport == .paused ? .resume : nil) }
            // What was stopped is played again.
            guard let item = fresh ?? played.last?.item ?? own?.item else { throw .transition("nothing was sent") }
            return play(item, by: sender)
        case "Pause":
            guard isOn, state.transport == .playing || state.transport == .paused else {
                throw .transition("nothing plays")
            }
            guard state.canPause || state.transport == .paused else { throw .transition("it can't be paused") }
            return Answer(order: state.transport == .paused ? nil : .pause)
        case "Stop": return Answer(order: isOn ? .stop : nil)
        case "Seek": return try seek(request, state)
        case "Next":
            guard isOn, next != nil else { throw .transition("nothing follows") }
            return Answer(order: .next)
        case "Previous":
            // Of one item the one before is itself, from its beginning.
            guard isOn, state.canSeek else { throw .transition("there is none before") }
            return Answer(order: .seek(0))
        case "GetMediaInfo":
            let item = told(to: sender, state)
            return Answer(values: [
                item == nil ? "0" : "1", UPnPTime.text(duration(item, state)), item?.uri ?? "", item?.metadata ?? "",
                next?.uri ?? "", next?.metadata ?? "", item == nil ? "NONE" : "NETWORK", "NOT_IMPLEMENTED",
                "NOT_IMPLEMENTED",
            ])
        case "GetTransportInfo":
            return Answer(values: [transport.rawValue, state.hasFailed ? "ERROR_OCCURRED" : "OK", "1"])
        case "GetPositionInfo":
            let item = told(to: sender, state)
            let position = isOn ? UPnPTime.text(state.position ?? 0) : UPnPTime.text(0)
            return Answer(values: [
                item == nil ? "0" : "1", UPnPTime.text(duration(item, state)), item?.metadata ?? "", item?.uri ?? "",
                position, position, "2147483647", "2147483647",
            ])
        case "GetDeviceCapabilities":
            return Answer(values: ["NETWORK", "NOT_IMPLEMENTED", "NOT_IMPLEMENTED"])
        case "GetTransportSettings": return Answer(values: ["NORMAL", "NOT_IMPLEMENTED"])
        case "GetCurrentTransportActions": return Answer(values: [actions(state)])
        default: throw .invalidAction
        }
    }

    private mutating func play(_ item: SentItem, by sender: String) -> Answer {
        next = nil
        for index in sent.indices where sent[index].item.id == item.id { sent[index].wasPlayed = true }
        note(Sending(sender: sender, item: item))
        return Answer(order: .play(item))
    }

    private mutating func note(_ sending: Sending) {
        played.removeAll { $0.item.id == sending.item.id }
        played.append(sending)
        if played.count > Self.mostSenders { played.removeFirst() }
    }

    /// What is on; nil: nothing is.
    private func on(_ state: RendererState) -> Sending? {
        state.item.flatMap { id in played.last { $0.item.id == id } }
    }

    private mutating func item(_ uri: String, _ metadata: String) throws(UPnPFault) -> SentItem {
        guard DIDLItem.isWebAddress(uri) else { throw .noResource }
        guard metadata.utf8.count <= Self.longestMetadata else { throw .invalidArguments("the metadata are too long") }
        count += 1
        let item = SentItem(id: count, uri: uri, metadata: metadata)
        guard item.about.mediaType.map(RendererFormats.mayPlay) ?? true else { throw .mediaType }
        return item
    }

    private func seek(_ request: SOAPRequest, _ state: RendererState) throws(UPnPFault) -> Answer {
        let target = try request.required("Target")
        switch try request.required("Unit") {
        case "REL_TIME", "ABS_TIME":
            guard let seconds = UPnPTime.seconds(target) else { throw .seekTarget }
            guard state.item != nil, state.canSeek else { throw .transition("there is no other place now") }
            if let duration = state.duration, seconds > duration + 1 { throw .seekTarget }
            return Answer(order: .seek(seconds))
        case "TRACK_NR":
            guard Int(target) == 1 else { throw .seekTarget }
            guard state.item != nil, state.canSeek else { throw .transition("there is no other place now") }
            return Answer(order: .seek(0))
        default: throw .seekMode
        }
    }

    /// What is told of as what was sent: what is on, else what this control point has sent, else what was.
    private func told(to sender: String?, _ state: RendererState) -> SentItem? {
        if state.item != nil { return on(state)?.item }
        return sent.last { $0.sender == sender }?.item ?? played.last?.item
    }

    private func duration(_ item: SentItem?, _ state: RendererState) -> Double? {
        guard let item else { return 0 }
        return (state.item == nil ? nil : state.duration) ?? item.about.duration ?? 0
    }

    private func transport(_ state: RendererState) -> RendererState.Transport {
        if state.item != nil { return state.transport }
        return played.isEmpty && sent.isEmpty ? .none : .stopped
    }

    private func actions(_ state: RendererState) -> String {
        guard state.item != nil else { return transport(state) == .none ? "" : "Play" }
        var words = ["Play", "Stop"]
        if state.canPause, state.transport == .playing { words.append("Pause") }
        if state.canSeek { words += ["Seek", "Previous"] }
        if next != nil { words.append("Next") }
        return words.joined(separator: ",")
    }

    // MARK: RenderingControl, ConnectionManager

    private func answerRendering(_ request: SOAPRequest, _ state: RendererState) throws(UPnPFault) -> Answer {
        if let channel = request.arguments["Channel"], channel != "Master" { throw .invalidArguments("Channel") }
        switch request.action {
        case "ListPresets": return Answer(values: ["FactoryDefaults"])
        case "SelectPreset":
            guard try request.required("PresetName") == "FactoryDefaults" else {
                throw UPnPFault(701, "Invalid Name")
            }
            return Answer()
        case "GetVolume": return Answer(values: ["\(state.volume)"])
        case "SetVolume":
            let text = try request.required("DesiredVolume").filter { !$0.isWhitespace }
            guard let volume = Int(text), (0...100).contains(volume) else { throw .invalidArguments("DesiredVolume") }
            return Answer(order: .volume(volume))
        case "GetMute": return Answer(values: [state.isMuted ? "1" : "0"])
        case "SetMute":
            switch try request.required("DesiredMute").filter({ !$0.isWhitespace }).lowercased() {
            case "1", "true", "yes": return Answer(order: .mute(true))
            case "0", "false", "no": return Answer(order: .mute(false))
            default: throw .invalidArguments("DesiredMute")
            }
        default: throw .invalidAction
        }
    }

    private func answerConnections(_ request: SOAPRequest) throws(UPnPFault) -> Answer {
        switch request.action {
        case "GetProtocolInfo": return Answer(values: ["", RendererFormats.sink])
        case "GetCurrentConnectionIDs": return Answer(values: ["0"])
        case "GetCurrentConnectionInfo":
            guard Int(try request.required("ConnectionID")) == 0 else {
                throw UPnPFault(706, "Invalid connection reference")
            }
            return Answer(values: ["0", "0", "", "", "-1", "Input", "OK"])
        default: throw .invalidAction
        }
    }

    // MARK: What followers know

    /// The variables of which followers of a service are told, in a fixed order.
    package func variables(of service: RendererService, in state: RendererState) -> [(name: String, value: String)] {
        switch service {
        case .avTransport:
            let item = told(to: nil, state) ?? sent.last?.item
            let duration = UPnPTime.text(duration(item, state))
            return [
                ("TransportState", transport(state).rawValue),
                ("TransportStatus", state.hasFailed ? "ERROR_OCCURRED" : "OK"), ("TransportPlaySpeed", "1"),
                ("CurrentPlayMode", "NORMAL"), ("NumberOfTracks", item == nil ? "0" : "1"),
                ("CurrentTrack", item == nil ? "0" : "1"), ("CurrentTrackDuration", duration),
                ("CurrentMediaDuration", duration), ("CurrentTrackURI", item?.uri ?? ""),
                ("CurrentTrackMetaData", item?.metadata ?? ""), ("AVTransportURI", item?.uri ?? ""),
                ("AVTransportURIMetaData", item?.metadata ?? ""), ("NextAVTransportURI", next?.uri ?? ""),
                ("NextAVTransportURIMetaData", next?.metadata ?? ""),
                ("PlaybackStorageMedium", item == nil ? "NONE" : "NETWORK"),
                ("CurrentTransportActions", actions(state)),
            ]
        case .renderingControl:
            return [
                ("Volume", "\(state.volume)"), ("Mute", state.isMuted ? "1" : "0"),
                ("PresetNameList", "FactoryDefaults"),
            ]
        case .connectionManager:
            return [
                ("SourceProtocolInfo", ""), ("SinkProtocolInfo", RendererFormats.sink), ("CurrentConnectionIDs", "0"),
            ]
        }
    }
}
