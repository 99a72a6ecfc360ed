import XML

/// The documents by which control points learn what the renderer is and can do (UPnP Device Architecture 1.1, 2.3 and
/// 2.5).
package struct RendererDescription: Hashable, Sendable {
    /// `uuid:…`, the same over restarts: control points remember it.
    package var udn: String
    /// As people see it in the list of their phone.
    package var name: String
    package var version: String

    package static let type = "urn:schemas-upnp-org:device:MediaRenderer:1"
    package static let path = "/upnp/device.xml"
    package static let iconPath = "/upnp/icon.png"
    package static let iconSide = 512

    package init(udn: String, name: String, version: String) {
        (self.udn, self.name, self.version) = (udn, name, version)
    }

    package var device: String {
        let services = RendererService.allCases.map {
            "<service><serviceType>\($0.type)</serviceType><serviceId>\($0.id)</serviceId>"
                + "<SCPDURL>\($0.descriptionPath)</SCPDURL><controlURL>\($0.controlPath)</controlURL>"
                + "<eventSubURL>\($0.eventPath)</eventSubURL></service>"
        }.joined(separator: "\n")
        // The mark of DLNA is what Windows and Samsung's control points look for.
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <root xmlns="urn:schemas-upnp-org:device-1-0" xmlns:dlna="urn:schemas-dlna-org:device-1-0">
            <specVersion><major>1</major><minor>0</minor></specVersion>
            <device>
            <deviceType>\(Self.type)</deviceType>
            <friendlyName>\(name.asXML)</friendlyName>
            <manufacturer>Hearth</manufacturer>
            <modelDescription>Television set-top box</modelDescription>
            <modelName>Hearth</modelName>
            <modelNumber>\(version.asXML)</modelNumber>
            <UDN>\(udn.asXML)</UDN>
            <dlna:X_DLNADOC>DMR-1.50</dlna:X_DLNADOC>
            <iconList><icon><mimetype>image/png</mimetype><width>\(Self.iconSide)</width><height>\(Self.iconSide)</height>\
            <depth>24</depth><url>\(Self.iconPath)</url></icon></iconList>
            <serviceList>
            \(services)
            </serviceList>
            </device>
            </root>

            """
    }

    package func service(_ service: RendererService) -> String {
        func argument(_ argument: (name: String, variable: String), _ direction: String) -> String {
            "<argument><name>\(argument.name)</name><direction>\(direction)</direction>"
                + "<relatedStateVariable>\(argument.variable)</relatedStateVariable></argument>"
        }
        let actions = service.actions.map { action in
            let arguments = action.inputs.map { argument($0, "in") } + action.outputs.map { argument($0, "out") }
            return "<action><name>\(action.name)</name>"
                + (arguments.isEmpty ? "" : "<argumentList>\(arguments.joined())</argumentList>") + "</action>"
        }
        let variables = service.variables.map { variable in
            "<stateVariable sendEvents=\"\(variable.isEvented ? "yes" : "no")\"><name>\(variable.name)</name>"
                + "<dataType>\(variable.type)</dataType>"
                + (variable.allowed.isEmpty
                    ? ""
                    : "<allowedValueList>"
                        + variable.allowed.map { "<allowedValue>\($0)</allowedValue>" }.joined()
                        + "</allowedValueList>")
                + (variable.range.map {
                    "<allowedValueRange><minimum>\($0.lowerBound)</minimum><maximum>\($0.upperBound)</maximum>"
                        + "<step>1</step></allowedValueRange>"
                } ?? "") + "</stateVariable>"
        }
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <scpd xmlns="urn:schemas-upnp-org:service-1-0">
            <specVersion><major>1</major><minor>0</minor></specVersion>
            <actionList>
            \(actions.joined(separator: "\n"))
            </actionList>
            <serviceStateTable>
            \(variables.joined(separator: "\n"))
            </serviceStateTable>
            </scpd>

            """
    }
}
