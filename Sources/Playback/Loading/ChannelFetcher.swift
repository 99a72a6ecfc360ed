import Base
import Devices
import HLS

/// Fetches for one channel: with the headers that its list asks for and its own cookies, and not from where neither its
/// list nor the channel itself comes from.
struct ChannelFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let url: String
    private let host: URLOrigin?
    /// The channel's headers; a request's own come first. May hold secrets: never logged.
    private let headers: [String: String]
    private let ownHeaders: [String: String]
    private let reach: AddressReach?
    /// The ranges in which the channel's own address lies, as was seen first; nil before that. From then on the name may
    /// not lead anywhere else.
    private let place: Locked<AddressReach?>
    /// The priority of requests, by whether the channel is seen, or about to be.
    private var priority: @Sendable () -> FetchRequest.Priority

    /// - Parameters:
    ///   - url: the channel's own address
    ///   - options: its headers, and where it may lead
    init(
        fetcher: any Fetcher, url: String, options: SessionOptions,
        priority: @escaping @Sendable () -> FetchRequest.Priority
    ) {
        self.fetcher = fetcher
        self.url = url
        host = URLOrigin(url)
        headers = options.headers
        ownHeaders = options.ownHeaders
        reach = options.reach
        place = Locked(options.reach == nil ? AddressReach(host: url) : nil)
        self.priority = priority
    }

    /// Where what the channel's answers name may lead; nil: nowhere was reached yet.
    var answersReach: AddressReach? {
        let place = place.withLock { $0 }
        return reach == nil && place == nil ? nil : (reach ?? []).union(place ?? [])
    }

    /// The same fetcher for what is of use and not waited for.
    var warming: ChannelFetcher {
        var fetcher = self
        fetcher.priority = { .warming }
        return fetcher
    }

    @discardableResult
    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        var request = request
        request.headers.merge(headers) { own, _ in own }
        request.cookieJar = url
        request.priority = priority()
        let target = URLOrigin(request.url)
        if target != nil, target == host { request.originHeaders = ownHeaders }

        let place = place.withLock { $0 }
        request.redirectReach = (reach ?? []).union(place ?? [])
        // The owner may name any address; what the answer names is no longer the owner's.
        let isOwn = place == nil && reach == nil && target?.host == host?.host
        request.reach = isOwn ? .everything : request.redirectReach
        guard isOwn else { return fetcher.fetch(request, handler) }
        return fetcher.fetch(request) { [state = self.place] event in
            if case .response(let response) = event {
                state.withLock { $0 = $0 ?? response.firstPlace.union(response.place) }
            }
            handler(event)
        }
    }

    func connectionLimit(of url: String) -> Int? { fetcher.connectionLimit(of: url) }
    var statistics: [ProviderStatistics] { fetcher.statistics }
}
