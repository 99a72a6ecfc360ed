import XML

/// Has a renderer in the house play something. All of it blocks, for some seconds at most.
package struct RemoteRenderer: Sendable {
    /// Why it does not.
    package enum Failure: Error, Hashable, Sendable {
        /// It is not there, or does not answer.
        case unreachable
        case refused(UPnPFault)
    }

    /// How what it was given goes.
    package struct Standing: Sendable, Hashable {
        /// As it says: `PLAYING`, …
        package var transport: String
        package var hasFailed: Bool
        /// In seconds.
        package var position: Double?
        package var duration: Double?
    }

    package let renderer: FoundRenderer

    package init(_ renderer: FoundRenderer) { self.renderer = renderer }

    /// - Parameter mediaType: `video/mp4`, …
    package func set(_ uri: String, title: String, mediaType: String) throws(Failure) {
        let kind =
            mediaType.hasPrefix("audio/") && !mediaType.hasSuffix("mpegurl") ? "audioItem.musicTrack" : "videoItem"
        // Some refuse what has no resource that they know.
        let item =
            "<DIDL-Lite xmlns=\"urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
            + " xmlns:upnp=\"urn:schemas-upnp-org:metadata-1-0/upnp/\"><item id=\"0\" parentID=\"-1\" restricted=\"1\">"
            + "<dc:title>\(title.asXML)</dc:title><upnp:class>object.item.\(kind)</upnp:class>"
            + "<res protocolInfo=\"http-get:*:\(mediaType.asXML):*\">\(uri.asXML)</res></item></DIDL-Lite>"
        try call("SetAVTransportURI", [("CurrentURI", uri), ("CurrentURIMetaData", item)])
    }

    package func play() throws(Failure) { try call("Play", [("Speed", "1")]) }
    package func pause() throws(Failure) { try call("Pause") }
    package func stop() throws(Failure) { try call("Stop") }
    package func seek(_ seconds: Double) throws(Failure) {
        try call("Seek", [("Unit", "REL_TIME"), ("Target", UPnPTime.text(seconds))])
    }

    /// - Parameter level: 0 … 100
    package func setVolume(_ level: Int) throws(Failure) {
        try call(
            "SetVolume", of: .renderingControl, [("Channel", "Master"), ("DesiredVolume", "\(level)")])
    }

    package func standing() throws(Failure) -> Standing {
        let info = try call("GetTransportInfo")
        let place = try? call("GetPositionInfo")
        return Standing(
            transport: info["CurrentTransportState"] ?? "",
            hasFailed: info["CurrentTransportStatus"] == "ERROR_OCCURRED",
            position: place?["RelTime"].flatMap { UPnPTime.seconds($0) },
            duration: place?["TrackDuration"].flatMap { UPnPTime.seconds($0) }.flatMap { $0 > 0 ? $0 : nil })
    }

    @discardableResult
    private func call(
        _ action: String, of service: RendererService = .avTransport, _ arguments: [(String, String)] = []
    ) throws(Failure) -> [String: String] {
        guard let address = service == .avTransport ? renderer.transport : renderer.rendering else {
            throw .refused(.invalidAction)
        }
        let inside = ([("InstanceID", "0")] + arguments).map { "<\($0.0)>\($0.1.asXML)</\($0.0)>" }.joined()
        let body =
            SOAPAnswer.start + "<u:\(action) xmlns:u=\"\(service.type)\">\(inside)</u:\(action)>" + SOAPAnswer.end
        let answer: HomeHTTP.Answer
        do throws(HomeHTTP.Failure) {
            answer = try HomeHTTP.exchange(
                "POST", address,
                headers: [
                    "CONTENT-TYPE: text/xml; charset=\"utf-8\"", "SOAPACTION: \"\(service.type)#\(action)\"",
                    "USER-AGENT: Hearth/1 UPnP/1.0",
                ], body: body)
        } catch {
            throw .unreachable
        }
        let root = XMLElement(parsing: answer.body)
        guard answer.status == 200 else {
            let code = root?.first("errorCode").flatMap { Int($0.text.filter { !$0.isWhitespace }) }
            throw .refused(
                UPnPFault(code ?? answer.status, root?.first("errorDescription")?.text ?? "status \(answer.status)"))
        }
        let response = root?.first("Body")?.elements.first
        return Dictionary((response?.elements ?? []).map { (String($0.name), $0.text) }) { $1 }
    }
}
