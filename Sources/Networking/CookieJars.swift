import CCurl

/// Cookie jars by owner, in memory only: one channel's cookies are never sent to another's server. Lives
/// on the network thread, which alone uses the shares: no locks are needed.
final class CookieJars {
    private var jars: [String: UnsafeMutableRawPointer] = [:]
    /// The jars' names, the last used at the end.
    private var order: [String] = []

    private static let most = 256

    /// The libcurl share handle of a jar, made when it is new; nil without memory.
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

    /// Drops the oldest jar that no transfer uses.
    private func dropOldest() {
        guard jars.count >= Self.most else { return }
        for name in order {
            guard let jar = jars[name], curl_share_cleanup(jar) == CURLSHE_OK else { continue }
            jars[name] = nil
            order.removeAll { $0 == name }
            return
        }
    }

    /// Removes all jars; only when all transfers have ended.
    func removeAll() {
        for jar in jars.values { curl_share_cleanup(jar) }
        jars = [:]
        order = []
    }
}
