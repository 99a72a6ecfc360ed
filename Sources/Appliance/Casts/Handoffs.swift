import Channels
import ControlProtocol
import UPnP

/// Knows the other renderers in the house and what plays on one of them for this box, and lets a film that comes back go
/// on where it was there.
struct Handoffs: Sendable, Equatable {
    enum Event: Sendable {
        /// The renderer plays it.
        case handed(Handoff, selected: Channel.ID?)
        /// It plays there no more.
        ///
        /// - Parameter place: where it was there, in seconds; nil: the renderer does not say
        case ended(HandoffInfo.Result, at: Double?)
        /// The viewer has chosen this channel.
        case chose(Channel.ID?)
        /// The channel is on the screen.
        case shown(Channel.ID)
        /// The viewer wants to see which renderers there are.
        case looks
        /// These answered to that search.
        case found([FoundRenderer], search: Int)
        /// The viewer has chosen one of them, by its UDN.
        case chooses(String)
        /// It does not play it.
        case refused(FoundRenderer, reason: String)
    }

    enum Effect: Sendable, Equatable {
        case told(HandoffInfo)
        /// Say on the screen where it plays now.
        case say(renderer: String)
        case stop
        case tune(Channel.ID)
        /// To a place, in seconds.
        case seek(Double)
        /// Look for renderers, and answer with `found`.
        case look(search: Int)
        /// The list of them is another.
        case listed
        /// Have it play what is on, and answer with `handed` or `refused`.
        case ask(FoundRenderer)
        case sayRefused(renderer: String, reason: String)
    }

    /// In which networks other renderers are looked for, by this machine's addresses there; empty: in all of a home.
    let networks: [String]
    /// What plays elsewhere; nil: nothing.
    private(set) var handed: Handoff?
    /// The renderers that answered when the list of them was opened last; nil: they are looked for.
    private(set) var found: [FoundRenderer]?
    private var search = 0
    /// A film that was brought back, and where it goes on, in seconds.
    private var returning: Place?

    private struct Place: Sendable, Equatable {
        var channel: Channel.ID
        var seconds: Double
    }

    init(networks: [String] = []) { self.networks = networks }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .handed(let new, let selected):
            let before = handed.map { [Effect.told($0.info(.cancelled))] } ?? []
            (handed, returning) = (new, nil)
            return before + (selected == new.item.channel ? [.stop] : [])
                + [.say(renderer: new.renderer.name), .told(new.info(.external))]
        case .ended(let result, let place):
            guard let handed else { return [] }
            self.handed = nil
            guard result == .local else { return [.told(handed.info(result))] }
            let channel = handed.item.channel
            // What is live goes on where it is.
            returning = handed.item.place == nil ? nil : place.map { Place(channel: channel, seconds: $0) }
            return [.told(handed.info(result)), .tune(channel)]
        case .chose(let channel): if returning?.channel != channel { returning = nil }
        case .shown(let channel):
            guard let place = returning, place.channel == channel else { return [] }
            returning = nil
            return [.seek(place.seconds)]
        case .looks:
            (found, search) = (nil, search + 1)
            return [.listed, .look(search: search)]
        case .found(let renderers, let search):
            guard search == self.search else { return [] }
            found = renderers
            return [.listed]
        case .chooses(let udn): return found?.first { $0.udn == udn }.map { [.ask($0)] } ?? []
        case .refused(let renderer, let reason): return [.sayRefused(renderer: renderer.name, reason: reason)]
        }
        return []
    }
}
