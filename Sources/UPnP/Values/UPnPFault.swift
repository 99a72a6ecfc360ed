/// Why an action is refused, as control points read it (UPnP Device Architecture 1.1, 3.2.2; AVTransport:1, 2.4).
package struct UPnPFault: Error, Hashable, Sendable {
    package var code: Int
    /// In English, for who looks for a fault.
    package var reason: String

    package init(_ code: Int, _ reason: String) { (self.code, self.reason) = (code, reason) }

    package static let invalidAction = UPnPFault(401, "Invalid Action")
    package static func invalidArguments(_ which: String) -> UPnPFault { UPnPFault(402, "Invalid Args: \(which)") }
    package static func failed(_ reason: String) -> UPnPFault { UPnPFault(501, reason) }
    /// The owner does not let this control point do this.
    package static func notAuthorized(_ reason: String) -> UPnPFault { UPnPFault(606, reason) }
    package static func transition(_ reason: String) -> UPnPFault {
        UPnPFault(701, "Transition not available: \(reason)")
    }
    package static let noContents = UPnPFault(702, "No contents")
    package static func locked(_ reason: String) -> UPnPFault { UPnPFault(705, "Transport is locked: \(reason)") }
    package static let seekMode = UPnPFault(710, "Seek mode not supported")
    package static let seekTarget = UPnPFault(711, "Illegal seek target")
    package static let mediaType = UPnPFault(714, "Illegal MIME-Type")
    package static let busy = UPnPFault(715, "Content 'BUSY'")
    package static let noResource = UPnPFault(716, "Resource not found")
    package static let playSpeed = UPnPFault(717, "Play speed not supported")
}
