import CCurl

/// Cookies by the name of what they belong to, in memory only: what one channel's server says is never
/// told to another's. Lives on the network thread, which alone uses what is shared: no locks are needed.
final class CookieJars {
    private var jars: [String: UnsafeMutableRawPointer] = [:]
    /// Names, the last used at the end.
    private var order: [String] = []

    private static let most = 256

    /// libcurl's handle; nil without memory.
    func jar(_ name: String) -> UnsafeMutableRawPointer? {
        if let place = order.firstIndex(of: name) { order.remove(at: place) }
        order.append(name)
        if let known = jars[name] { return known }
        dropOldest()
        guard let jar = curl_share_init() else { return nil }
        hearth_curl_share_long(jar, CURLSHOPT_SHARE, Int(CURL_LOCK_DATA_COOKIE.rawValue))
        jars[name] = jar
        return jar
    }

    /// One that no transfer uses.
    private func dropOldest() {
        guard jars.count >= Self.most else { return }
        for name in order {
            guard let jar = jars[name], curl_share_cleanup(jar) == CURLSHE_OK else { continue }
            jars[name] = nil
            order.removeAll { $0 == name }
            return
        }
    }

    /// When all transfers have ended.
    func removeAll() {
        for jar in jars.values { curl_share_cleanup(jar) }
        jars = [:]
        order = []
    }
}
