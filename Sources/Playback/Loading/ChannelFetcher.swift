import Devices

/// Fetches for one channel: with the headers that its list asks for, and its own cookies.
struct ChannelFetcher: Fetcher {
    let fetcher: any Fetcher
    /// The channel's headers; a request's own come first. May hold secrets: never logged.
    let headers: [String: String]
    let cookieJar: String
    /// The priority of requests, by whether the channel is seen, or about to be.
    let priority: @Sendable () -> FetchRequest.Priority

    @discardableResult
    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        var request = request
        request.headers.merge(headers) { own, _ in own }
        request.cookieJar = cookieJar
        request.priority = priority()
        return fetcher.fetch(request, handler)
    }

    func connectionLimit(of url: String) -> Int? { fetcher.connectionLimit(of: url) }
    var statistics: [ProviderStatistics] { fetcher.statistics }
}
