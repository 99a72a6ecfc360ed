/// What tells a channel or an address from others for longer than a visit: under it the place is kept where a film was
/// left.
///
/// A channel of a list has its id. An address has a hash of what stays of it: providers put tokens into it that are
/// others every time, and nothing that can be read of it is to lie on a disk.
package struct ResumeIdentity: Hashable, Sendable {
    package let text: String

    package init(_ channel: Channel) {
        text = Guests.isGuest(channel.id) ? Guests.id(of: Self.lasting(channel.url)) : channel.id
    }

    /// The address without what changes from visit to visit: the account before the host, tokens, when they end and what
    /// signs them.
    static func lasting(_ url: String) -> String {
        let whole = url.prefix { $0 != "#" }
        let halves = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var address = String(halves.first ?? "")
        if let scheme = address.firstRange(of: "://") {
            let authority = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "\\" }
            if let at = authority.lastIndex(of: "@") { address.removeSubrange(authority.startIndex...at) }
        }
        let kept = (halves.count > 1 ? halves[1] : "").split(separator: "&").filter { !isToken($0) }
        return AddressForm(kept.isEmpty ? address : address + "?" + kept.joined(separator: "&")).normal
    }

    private static let tokens: Set<String> = [
        "token", "access_token", "auth_token", "id_token", "authtoken", "accesstoken", "auth", "authorization", "jwt",
        "sig", "sign", "signature", "hmac", "md5", "nonce", "apikey", "api_key", "key-pair-id", "policy", "exp",
        "expire",
        "expires", "expiry", "expiration", "e", "st", "ts", "timestamp", "validfrom", "validto", "session", "sessionid",
        "session_id", "sid", "user", "username", "pass", "password", "pwd", "hdnts", "hdnea", "hdntl", "wmsauthsign",
    ]
    private static let tokenBeginnings = ["x-amz-", "x-goog-", "__token", "__gda", "cdn_token", "verify"]

    private static func isToken(_ parameter: Substring) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return tokens.contains(name) || tokenBeginnings.contains { name.hasPrefix($0) }
    }
}
