import Base
import Devices

/// A download that may be of a radio station: its titles are taken out of it on the way.
final class TitledDownload: Sendable {
    private let titles = Locked<StationTitles?>(nil)
    private let told: @Sendable (String) -> Void

    /// - Parameter told: called with each title, on the fetcher's thread
    init(told: @escaping @Sendable (String) -> Void) {
        self.told = told
    }

    /// The request, with the wish for titles.
    static func asking(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.headers[StationTitles.request.name] = StationTitles.request.value
        return request
    }

    /// The event without what is no sound; nil: nothing is left of it. On the fetcher's thread.
    func filter(_ event: FetchEvent) -> FetchEvent? {
        switch event {
        case .response(var response):
            let found = StationTitles(interval: response.headers[StationTitles.interval])
            titles.withLock { $0 = found }
            // What is left of it is shorter.
            if found != nil { response.headers["content-length"] = nil }
            return .response(response)
        case .data(let bytes):
            let taken = titles.withLock { $0?.take(bytes) }
            guard let taken else { return event }
            for title in taken.titles { told(title) }
            return taken.sound.isEmpty ? nil : .data(taken.sound)
        case .finished: return event
        }
    }
}
