import ControlProtocol
import MediaCore
import Playback

/// Proposes what to watch next, near the end of what plays: once, never again after a no, and played by itself only where
/// the box is set so and the viewer could see it coming.
package struct ContentProposals: Sendable {
    /// What becomes of proposals that nobody answers.
    package enum Manner: String, Hashable, Sendable, CaseIterable {
        /// Nothing is proposed but what somebody asks for.
        case off
        /// They go.
        case offer
        /// The next episode of a film is played when the one before is over.
        case accept
    }

    /// What plays, at a moment.
    struct Viewing: Hashable, Sendable {
        var item: Playback.ItemID
        /// What tells the film, or the programme, from others.
        var content: String
        var isLive: Bool
        /// The time to its end at the usual speed; nil: not known now.
        var left: Duration?
        /// How fast it plays, from 0.5; 0: it is paused.
        var rate: Double
        /// How long the film's credits are, at its end; nil: nothing says where they begin.
        var credits: Duration?
    }

    enum Event: Sendable {
        /// This plays now; nil: nothing does.
        case looked(Viewing?)
        /// What goes on with the content; nil: nothing does.
        case found(Proposal?, for: String)
        /// Somebody asks for a proposal, in place of any other.
        case proposed(Proposal)
        case withdrawn
        case answered(isAccepted: Bool)
        /// Whether the proposal is on the screen, or waits until it may come.
        case seen(isVisible: Bool, isWaiting: Bool)
        /// Nothing more of the item comes: it was played to its end.
        case ended(Playback.ItemID)
    }

    enum Effect: Hashable, Sendable {
        /// Look for what goes on with the content, and answer with `found`.
        case find(content: String, isLive: Bool)
        /// Show the proposal, or show it with another time.
        case show(Proposal, acceptsAt: HostTime?)
        case hide
        case play(Proposal.Target)
        /// Tell who follows what has become of it.
        case tell(Proposal, ProposalInfo.What, isAutomatic: Bool)
    }

    private enum Phase: Hashable, Sendable {
        case resting
        case asked
        case ready(Proposal)
        case shown(Proposal)
        /// What it stood over is over, and it stays a little longer; over what comes of itself, that is.
        case after(Proposal, until: HostTime, landed: String?)
        case done
    }

    /// How long before its end a film's proposal is shown, where its credits do not begin before that, and a programme's on
    /// a channel.
    static let lead = (film: Duration.seconds(20), live: Duration.seconds(30))
    /// So long before that it is looked for.
    private static let search = Duration.seconds(60)
    /// How long it stays once what it stood over has ended.
    private static let rest = Duration.seconds(20)
    /// It is not played by itself unless it was there for so long.
    private static let notice = Duration.seconds(5)
    private static let longestSleep = Duration.seconds(60)
    private static let mostDeclined = 64

    private let manner: Manner
    private var phase = Phase.resting
    private var viewing: Viewing?
    /// What was declined, the last one last.
    private var declined: [String] = []
    private var visibleSince: HostTime?
    private var acceptsAt: HostTime?
    private(set) var nextWake: HostTime?

    init(_ manner: Manner = .offer) { self.manner = manner }

    /// The proposal that is, or waits to be, on the screen.
    var proposal: Proposal? {
        switch phase {
        case .shown(let proposal), .after(let proposal, _, _): proposal
        case .resting, .asked, .ready, .done: nil
        }
    }

    /// Whether there is a proposal, shown or still to come.
    var isPending: Bool {
        if case .ready = phase { true } else { proposal != nil }
    }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        switch event {
        case .looked(let viewing): return look(viewing, now)
        case .found(let proposal, let content):
            guard content == viewing?.content, phase == .asked else { return [] }
            phase = proposal.map { .ready($0) } ?? .done
            return look(viewing, now)
        case .proposed(let proposal):
            let before = cancel()
            phase = .ready(proposal)
            guard proposal.lead == nil else { return before + look(viewing, now) }
            // It takes the other's place: hidden in between, it would be taken for one that somebody closed.
            return before.filter { $0 != .hide } + present(proposal, now)
        case .withdrawn:
            defer { phase = .done }
            return cancel()
        case .answered(let isAccepted): return answer(isAccepted: isAccepted, isAutomatic: false)
        case .seen(let isVisible, let isWaiting): return see(isVisible, isWaiting, now)
        case .ended(let item): return end(item, now)
        }
    }

    // MARK: What plays

    private mutating func look(_ new: Viewing?, _ now: HostTime) -> [Effect] {
        let before = viewing
        viewing = new
        var effects: [Effect] = []
        if new?.content != before?.content { effects += turn(to: new, now) }
        if case .after(_, let until, _) = phase {
            nextWake = until
            return now < until ? effects : effects + finish()
        }
        nextWake = nil
        guard let new, let left = new.left else {
            // Of a film it is known as soon as it is there.
            if new?.isLive == false { wake(in: .seconds(2), now) }
            return effects + renew(now)
        }
        switch phase {
        case .resting:
            guard manner != .off, !declined.contains(new.content) else { break }
            guard left <= lead(nil) + Self.search else {
                wake(in: left - lead(nil) - Self.search, now)
                break
            }
            phase = .asked
            effects.append(.find(content: new.content, isLive: new.isLive))
        case .ready(let proposal):
            if left <= lead(proposal) { return effects + present(proposal, now) }
            wake(in: left - lead(proposal), now)
        case .shown(let proposal):
            // The viewer has gone back: it comes again where it is due.
            if proposal.lead != nil || proposal.source != .request, left > lead(proposal) + .seconds(10) {
                phase = .ready(proposal)
                (visibleSince, acceptsAt) = (nil, nil)
                wake(in: left - lead(proposal), now)
                return effects + [.hide]
            }
            return effects + renew(now)
        case .asked, .after, .done: break
        }
        return effects
    }

    /// Something else plays, or nothing: what was proposed for what played before goes with it.
    private mutating func turn(to new: Viewing?, _ now: HostTime) -> [Effect] {
        // What comes of itself when a film is over is no choice of the viewer's; the next one is.
        if case .after(let proposal, let until, let landed) = phase {
            guard let new else { return [] }
            if landed == nil {
                phase = .after(proposal, until: until, landed: new.content)
                return []
            }
        }
        // What somebody asked for does not depend on what plays, unless it waits for its end.
        if case .shown(let proposal) = phase, proposal.source == .request, proposal.lead == nil { return [] }
        let effects = cancel()
        phase = .resting
        return effects
    }

    private func lead(_ proposal: Proposal?) -> Duration {
        proposal?.lead ?? (viewing?.isLive == true ? Self.lead.live : max(Self.lead.film, viewing?.credits ?? .zero))
    }

    private mutating func wake(in time: Duration, _ now: HostTime) {
        guard let rate = viewing?.rate, rate > 0 else { return }
        let wait = max(.milliseconds(50), min(Self.longestSleep, time / rate))
        nextWake = now + wait
    }

    private mutating func end(_ item: Playback.ItemID, _ now: HostTime) -> [Effect] {
        guard let viewing, viewing.item == item else { return [] }
        switch phase {
        case .shown(let proposal):
            // What was asked for at once has its own time.
            if proposal.source == .request, proposal.lead == nil { return [] }
            let isAccepted = acceptsAtEnd(proposal) || proposal.acceptsAfter != nil
            if isAccepted, isNoticed(now) { return answer(isAccepted: true, isAutomatic: true) }
            phase = .after(proposal, until: now + Self.rest, landed: nil)
            nextWake = now + Self.rest
            return []
        case .ready(let proposal):
            let effects = present(proposal, now)
            phase = .after(proposal, until: now + Self.rest, landed: nil)
            nextWake = now + Self.rest
            return effects
        case .resting, .asked, .after, .done: return []
        }
    }

    // MARK: On the screen

    private mutating func present(_ proposal: Proposal, _ now: HostTime) -> [Effect] {
        phase = .shown(proposal)
        (visibleSince, acceptsAt) = (nil, nil)
        setAcceptance(proposal, now)
        return [.show(proposal, acceptsAt: acceptsAt)]
    }

    /// Brings the time of acceptance up to date, and accepts once it has come.
    private mutating func renew(_ now: HostTime) -> [Effect] {
        guard case .shown(let proposal) = phase else { return [] }
        // A film that has come to a halt is not over.
        let isDue = proposal.acceptsAfter != nil || viewing?.left.map { $0 < .milliseconds(500) } == true
        if let acceptsAt, acceptsAt <= now, isDue, isNoticed(now) { return answer(isAccepted: true, isAutomatic: true) }
        let before = acceptsAt
        setAcceptance(proposal, now)
        let isOther =
            switch (before, acceptsAt) {
            case (nil, nil): false
            case (let old?, let new?): abs((old - new).nanoseconds) > 300_000_000
            default: true
            }
        if !isOther { acceptsAt = before }
        if let acceptsAt { nextWake = max(acceptsAt, now + .milliseconds(50)) }
        return isOther ? [.show(proposal, acceptsAt: acceptsAt)] : []
    }

    private mutating func setAcceptance(_ proposal: Proposal, _ now: HostTime) {
        if let wait = proposal.acceptsAfter {
            // While it can't be seen, its time does not begin.
            acceptsAt = visibleSince.map { $0 + wait }
        } else if acceptsAtEnd(proposal), let viewing, let left = viewing.left, viewing.rate > 0 {
            acceptsAt = now + max(.zero, left) / viewing.rate
        } else {
            acceptsAt = nil
        }
        if let acceptsAt { nextWake = max(acceptsAt, now + .milliseconds(50)) }
    }

    /// Whether it is played when what plays has ended.
    private func acceptsAtEnd(_ proposal: Proposal) -> Bool {
        manner == .accept && proposal.source == .series && proposal.acceptsAfter == nil
    }

    private func isNoticed(_ now: HostTime) -> Bool {
        visibleSince.map { $0 + min(Self.notice, acceptanceWait) <= now } ?? false
    }

    private var acceptanceWait: Duration {
        if case .shown(let proposal) = phase, let wait = proposal.acceptsAfter { wait } else { Self.notice }
    }

    private mutating func see(_ isVisible: Bool, _ isWaiting: Bool, _ now: HostTime) -> [Effect] {
        guard let proposal else { return [] }
        // Everything was closed while it waited.
        guard isWaiting else { return finish() }
        guard isVisible else {
            visibleSince = nil
            return renew(now)
        }
        guard visibleSince == nil else { return [] }
        visibleSince = now
        return [.tell(proposal, .presented, isAutomatic: false)] + renew(now)
    }

    // MARK: How it ends

    private mutating func answer(isAccepted: Bool, isAutomatic: Bool) -> [Effect] {
        guard let proposal else { return [] }
        if !isAccepted, proposal.source != .request, let content = viewing?.content {
            declined.removeAll { $0 == content }
            declined.append(content)
            if declined.count > Self.mostDeclined { declined.removeFirst() }
        }
        end()
        guard isAccepted else { return [.hide, .tell(proposal, .dismissed, isAutomatic: false)] }
        return [.hide, .tell(proposal, .accepted, isAutomatic: isAutomatic), .play(proposal.target)]
    }

    private mutating func finish() -> [Effect] {
        let effects = cancel()
        end()
        return effects
    }

    /// Takes it from the screen, where it is there.
    private mutating func cancel() -> [Effect] {
        guard let proposal else { return [] }
        defer { end() }
        return [.hide, .tell(proposal, .cancelled, isAutomatic: false)]
    }

    private mutating func end() {
        phase = .done
        (visibleSince, acceptsAt, nextWake) = (nil, nil, nil)
    }
}
