/// Reads the proxy variable that libcurl does not: it knows `http_proxy`, `https_proxy`, `all_proxy`
/// and `no_proxy`, and all but the first in upper case too.
enum ProxyEnvironment {
    /// The proxy in `HTTP_PROXY`; nil: libcurl decides. A web server's programs get `HTTP_PROXY` from
    /// any client, by a `Proxy` header: there it does not count.
    static func httpProxy(_ environment: [String: String]) -> String? {
        guard environment["http_proxy"] == nil, environment["REQUEST_METHOD"] == nil else { return nil }
        return environment["HTTP_PROXY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether any variable names a proxy.
    static func hasProxy(_ environment: [String: String]) -> Bool {
        let names: Set = ["http_proxy", "https_proxy", "all_proxy"]
        return environment.contains { names.contains($0.key.lowercased()) && !$0.value.isEmpty }
    }
}
