import Foundation

/// What a client must show to be served.
struct AccessRules: Equatable, Sendable {
    static let cookie = "hearth=1"

    var demandsCookie = false
    /// To be in the header's text.
    var agent: String?
    var referer: String?
    /// `user:password`
    var credentials: String?

    /// Nil: come in. The multivariant playlist is where cookies come from.
    func refusal(isMaster: Bool, headers: ClientHeaders) -> OriginAnswer? {
        if let credentials, headers.authorization != "Basic \(Data(credentials.utf8).base64EncodedString())" {
            return OriginAnswer(
                status: 401, headers: [("WWW-Authenticate", "Basic realm=\"hearth-origin\"")], body: .bytes([]))
        }
        let isShown = (agent.map { headers.userAgent.contains($0) } ?? true)
            && (referer.map { headers.referer.contains($0) } ?? true)
            && (!demandsCookie || isMaster || headers.cookie.contains(Self.cookie))
        return isShown ? nil : OriginAnswer(status: 403, body: .bytes([]))
    }
}

/// What the origin looks at of a request's header.
struct ClientHeaders: Equatable, Sendable {
    var range: ByteRange?
    var cookie = ""
    var userAgent = ""
    var referer = ""
    var authorization = ""
    /// Host and port.
    var authority = ""

    static let none = ClientHeaders()
}
