import Foundation

/// The rules for what a client must show to be served.
struct AccessRules: Equatable, Sendable {
    static let cookie = "hearth=1"

    var demandsCookie = false
    /// The text that the User-Agent must contain; so for `referer`.
    var agent: String?
    var referer: String?
    /// The credentials: `user:password`.
    var credentials: String?

    /// The answer that refuses a client; nil: it may come in. Cookies are given out with the
    /// multivariant playlist.
    func refusal(isMaster: Bool, headers: ClientHeaders) -> OriginAnswer? {
        if let credentials, headers.authorization != "Basic \(Data(credentials.utf8).base64EncodedString())" {
            return OriginAnswer(
                status: 401, headers: [("WWW-Authenticate", "Basic realm=\"hearth-origin\"")], body: .bytes([]))
        }
        let isShown =
            (agent.map { headers.userAgent.contains($0) } ?? true)
            && (referer.map { headers.referer.contains($0) } ?? true)
            && (!demandsCookie || isMaster || headers.cookie.contains(Self.cookie))
        return isShown ? nil : OriginAnswer(status: 403, body: .bytes([]))
    }
}

/// The headers of a request that the origin looks at.
struct ClientHeaders: Equatable, Sendable {
    var range: ByteRange?
    var cookie = ""
    var userAgent = ""
    var referer = ""
    var authorization = ""
    /// The host and port.
    var authority = ""

    static let none = ClientHeaders()
}
