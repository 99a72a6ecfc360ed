import XML

/// An action that a control point wants carried out, out of its SOAP envelope (UPnP Device Architecture 1.1, 3.2.1).
package struct SOAPRequest: Hashable, Sendable {
    package var action: String
    /// By name. Of one that holds XML which was not escaped, its source.
    package var arguments: [String: String]

    package init(action: String, arguments: [String: String] = [:]) {
        self.action = action
        self.arguments = arguments
    }

    /// - Parameters:
    ///   - body: the envelope; what is not UTF-8 in it is replaced
    ///   - header: `SOAPACTION`, with or without quotes; for what has no body of its own
    package init(body: some Sequence<UInt8>, header: String?) throws(UPnPFault) {
        let text = String(decoding: Array(body), as: UTF8.self)
        let named = header.flatMap { $0.split(separator: "#").last }?.filter { $0 != "\"" && !$0.isWhitespace }
        guard let root = XMLElement(parsing: text.utf8), let envelope = root.name == "Body" ? root : root.first("Body"),
            let element = envelope.elements.first
        else {
            guard let named, !named.isEmpty else { throw .invalidAction }
            self.init(action: String(named))
            return
        }
        self.init(action: String(element.name))
        for argument in element.elements {
            let name = String(argument.name)
            arguments[name] = argument.elements.isEmpty ? argument.text : Self.source(of: name, in: text)
        }
    }

    /// What stands between the tags of an argument.
    private static func source(of name: String, in text: String) -> String {
        guard let start = text.firstRange(of: "<\(name)"), let opened = text[start.upperBound...].firstIndex(of: ">"),
            let end = text[opened...].firstRange(of: "</\(name)")
        else { return "" }
        return String(text[text.index(after: opened)..<end.lowerBound])
    }

    func required(_ name: String) throws(UPnPFault) -> String {
        guard let value = arguments[name] else { throw .invalidArguments(name) }
        return value
    }
}

/// An answer to an action, as XML.
package enum SOAPAnswer {
    static let (start, end) = (
        """
        <?xml version="1.0" encoding="utf-8"?>
        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" \
        s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>
        """, "</s:Body></s:Envelope>\n"
    )

    /// - Parameter values: in the order of the action's arguments
    package static func text(_ action: String, of service: RendererService, _ values: [(name: String, value: String)])
        -> String
    {
        let inside = values.map { "<\($0.name)>\($0.value.asXML)</\($0.name)>" }.joined()
        return start + "<u:\(action)Response xmlns:u=\"\(service.type)\">\(inside)</u:\(action)Response>" + end
    }

    package static func text(_ fault: UPnPFault) -> String {
        start
            + "<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>"
            + "<UPnPError xmlns=\"urn:schemas-upnp-org:control-1-0\"><errorCode>\(fault.code)</errorCode>"
            + "<errorDescription>\(fault.reason.asXML)</errorDescription></UPnPError></detail></s:Fault>" + end
    }
}
