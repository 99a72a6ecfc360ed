import Devices
import XML

/// A renderer in the house, as its description has it.
package struct FoundRenderer: Hashable, Sendable {
    package var udn: String
    /// As its owner calls it, in a form that can be shown.
    package var name: String
    package var model: String?
    /// Where it is told what to play.
    var transport: String
    /// Where its volume is set; nil: nowhere.
    var rendering: String?

    /// Its address and port.
    package var host: String { URLOrigin(transport)?.authority ?? "" }

    /// - Parameters:
    ///   - location: where the description was; what it names elsewhere is not believed
    package init?(description: some Sequence<UInt8>, at location: String) {
        guard let root = XMLElement(parsing: description), let origin = URLOrigin(location),
            let device = Self.renderer(in: root)
        else { return nil }
        let base = root.elements.first { $0.name == "URLBase" }.map { Self.text($0) }
        func control(_ service: RendererService) -> String? {
            // A later version does all that the first does.
            let type = service.type.dropLast()
            let found = device.descendants("service").first {
                $0.first("serviceType").map(Self.text)?.hasPrefix(type) == true
            }
            guard let path = found?.first("controlURL").map(Self.text), !path.isEmpty else { return nil }
            return Self.resolved(path, base: base ?? location, origin)
        }
        guard let udn = device.first("UDN").map(Self.text), !udn.isEmpty, let transport = control(.avTransport) else {
            return nil
        }
        self.udn = String(udn.prefix(200))
        let called = device.first("friendlyName").map(Self.text) ?? ""
        name = called.isEmpty ? origin.host : String(called.prefix(80))
        model = device.first("modelName").map(Self.text)
        self.transport = transport
        rendering = control(.renderingControl)
    }

    /// The renderer, which may be within another device.
    private static func renderer(in root: XMLElement) -> XMLElement? {
        root.descendants("device").last { device in
            device.elements.first { $0.name == "deviceType" }.map(text)?
                .hasPrefix(RendererDescription.type.dropLast()) == true
        }
    }

    private static func text(_ element: XMLElement) -> String {
        let kept = element.text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
        return String(String.UnicodeScalarView(kept)).split(separator: " ").joined(separator: " ")
    }

    /// An address of the device itself; nil: it is another's.
    private static func resolved(_ path: String, base: String, _ origin: URLOrigin) -> String? {
        let whole: String
        if path.contains("://") {
            whole = path
        } else if path.hasPrefix("/") {
            whole = origin.root.dropLast() + path
        } else {
            let start = base.firstRange(of: "://").map { $0.upperBound } ?? base.startIndex
            let folder = base[start...].lastIndex(of: "/").map { base[...$0] } ?? base[...] + "/"
            whole = folder + path
        }
        return URLOrigin(whole) == origin ? whole : nil
    }

    /// Where the description of who answers a search is; nil: it says nothing of it.
    static func location(in datagram: some Sequence<UInt8>) -> String? {
        guard let head = MessageHead(String(decoding: Array(datagram), as: UTF8.self)), head.first.hasPrefix("HTTP/1."),
            let location = head.headers["LOCATION"].map(String.init), DIDLItem.isWebAddress(location)
        else { return nil }
        return location
    }
}
