import Channels
import ControlProtocol
import MediaCore
import Screens
import UPnP

/// Decides whether films and music that other devices send are played, asks the viewer where it must, and puts back
/// afterwards what was on before.
///
/// What is sent plays as an entry of the queue.
package struct Casts: Sendable, Equatable {
    /// How what is sent is met.
    package enum Mode: String, Sendable, CaseIterable {
        /// Nothing is taken.
        case never
        /// The viewer is asked on the screen, once for each sender if he likes.
        case prompt
        /// Everything is taken.
        case automatic
    }

    package struct Wish: Sendable, Equatable {
        var item: SentItem
        var sender: CastSender
    }

    /// What comes back when what was sent is over.
    enum Before: Sendable, Equatable {
        /// Nothing was on.
        case nothing
        /// In standby, from which one comes back to this channel.
        case standby(Channel.ID?)
        case channel(Channel.ID)
        /// An entry of the queue, from where it was left.
        case entry(PlayQueue.Entry.ID)
    }

    /// What the box does as something is sent.
    struct Circumstances: Sendable, Equatable {
        var before = Before.nothing
        /// Something else is asked on the screen.
        var isBusy = false
    }

    enum Event: Sendable {
        case wish(Wish, Circumstances)
        /// What is to follow what was sent and plays; nil: nothing.
        case follow(SentItem?)
        case answered(CastAnswer, Before, wall: Int64)
        /// What was to be played is this entry; nil: it may not be played.
        case began(PlayQueue.Entry.ID?)
        case followed(PlayQueue.Entry.ID?)
        /// What the queue plays now; nil: it rests.
        case queue(PlayQueue.Entry.ID?)
        /// A sender takes back what is asked about, or ends what is on; nil: somebody at the box does.
        case stop(by: String?)
        /// It has been played to its end, and nothing follows.
        case ended
        /// It can't be played.
        case failed
        /// It plays after all.
        case shown
        /// A test switch; nil: as it is configured.
        case force(Mode?)
        case permit(CastSender, Bool, wall: Int64)
        /// The door is open.
        case opened(Place)
        case forget(String)
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Sendable, Equatable {
        /// Play this, and answer with `began`.
        case play(Wish)
        /// Have this follow, and answer with `followed`.
        case enqueue(SentItem)
        case ask(Wish, until: HostTime)
        case withdraw
        /// Take an entry out of the queue.
        case remove(PlayQueue.Entry.ID)
        case giveBack(Before)
        /// Say on the screen who has sent what plays.
        case tell(Wish)
        /// Tell followers what became of it.
        case news(CastNews.What, Wish)
        case store([CastPermission])
        /// Followers are to be told.
        case changed
    }

    /// Why what was sent does not come to the screen.
    enum Refusal: Sendable, Equatable { case never, declined, busy, asleep, unplayable }

    /// What became of the wish that came last.
    enum Verdict: Sendable, Equatable {
        case taken, asking
        case refused(Refusal)
    }

    private struct Question: Sendable, Equatable {
        var wish: Wish
        var end: HostTime
    }

    private struct On: Sendable, Equatable {
        var wish: Wish
        var before: Before
        /// Nil: it begins.
        var entry: PlayQueue.Entry.ID?
        var follower: SentItem?
        var followerEntry: PlayQueue.Entry.ID?
        /// When it is given up, as it can't be played.
        var givesUp: HostTime?
    }

    /// So long the viewer is asked.
    static let patience = Duration.seconds(30)
    /// So long a sender that was declined is declined without asking.
    static let rest = Duration.seconds(60)
    /// So long it is said that something can't be played, before what was on before comes back.
    static let givingUp = Duration.seconds(8)

    /// Where other devices find the box; nil: the door is shut.
    struct Place: Sendable, Equatable {
        var name: String
        var port: Int
        /// The address of this machine; `0.0.0.0`: all.
        var listens: String
    }

    private let configured: Mode
    private(set) var place: Place?
    /// What a test switch says; nil: nothing.
    private(set) var forced: Mode?
    private(set) var permissions: [CastPermission]
    private var question: Question?
    private var on: On?
    private var declined: [String: HostTime] = [:]
    private(set) var verdict = Verdict.taken
    /// Whether what was sent last could not be played, or was declined.
    private(set) var hasFailed = false

    init(_ mode: Mode = .never, permissions: [CastPermission] = []) {
        configured = mode
        self.permissions = permissions
    }

    var mode: Mode { forced ?? configured }

    /// What is asked about.
    var asked: Wish? { question?.wish }
    /// What is on the screen, or on its way there.
    var playing: Wish? { on?.wish }
    /// What followers know as the item: what plays, is on its way, or is asked about; nil: nothing.
    var item: SentItem.ID? { on.map { $0.givesUp == nil ? $0.wish.item.id : nil } ?? question?.wish.item.id }
    /// The entry that is on.
    var entry: PlayQueue.Entry.ID? { on?.entry }
    /// The entries that were sent: what is on, and what follows it.
    var entries: Set<PlayQueue.Entry.ID> { Set([on?.entry, on?.followerEntry].compactMap(\.self)) }
    /// Whether nothing that was sent follows what is on.
    var isLast: Bool { on != nil && on?.followerEntry == nil }

    var nextWake: HostTime? { [question?.end, on?.givesUp].compactMap(\.self).min() }

    /// Whether a sender may pause, seek, end and make louder what is on: it sent it, or may send without asking.
    func mayControl(_ sender: String) -> Bool { on?.wish.sender.id == sender || isAllowed(sender) }

    /// Whether the viewer is asked about what this sender sent.
    func isAsked(about sender: String) -> Bool { question?.wish.sender.id == sender }

    private func isAllowed(_ sender: String) -> Bool {
        switch mode {
        case .never: false
        case .automatic: true
        case .prompt: permissions.contains { $0.id == sender && $0.isAllowed }
        }
    }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        let (before, toldBefore) = (self, permissions)
        var effects = act(on: event, at: now)
        if permissions != toldBefore { effects.append(.store(permissions)) }
        if self != before { effects.append(.changed) }
        return effects
    }

    private mutating func act(on event: Event, at now: HostTime) -> [Effect] {
        switch event {
        case .wish(let wish, let circumstances): return meet(wish, circumstances, at: now)
        case .follow(let item): return follow(item)
        case .answered(let answer, let before, let wall): return take(answer, before, wall, at: now)
        case .began(let entry?): on?.entry = entry
        case .began(nil):
            guard let on else { return [] }
            self.on = nil
            hasFailed = true
            verdict = .refused(.unplayable)
            return [.news(.failed, on.wish), .giveBack(on.before)]
        case .followed(let entry): on?.followerEntry = entry
        case .queue(let entry): return see(entry)
        case .stop(let sender):
            if let question, sender == nil || question.wish.sender.id == sender { return withdraw() }
            return sender.map(mayControl) ?? true ? end() : []
        case .ended: return on?.followerEntry == nil ? end() : []
        case .failed:
            guard let on, on.givesUp == nil else { return [] }
            hasFailed = true
            self.on?.givesUp = now + Self.givingUp
            return [.news(.failed, on.wish)]
        case .shown:
            guard on?.givesUp != nil else { return [] }
            on?.givesUp = nil
            hasFailed = false
        case .force(let mode):
            forced = mode
            if self.mode == .never { return withdraw() }
        case .permit(let sender, let isAllowed, let wall): permit(sender, isAllowed, wall)
        case .opened(let place): self.place = place
        case .forget(let id): permissions.removeAll { $0.id == id }
        case .wake:
            declined = declined.filter { $0.value > now }
            if let question, question.end <= now {
                declined[question.wish.sender.id] = now + Self.rest
                hasFailed = true
                return withdraw()
            }
            if let time = on?.givesUp, time <= now { return end() }
        }
        return []
    }

    private mutating func meet(_ wish: Wish, _ circumstances: Circumstances, at now: HostTime) -> [Effect] {
        func refuse(_ reason: Refusal) -> [Effect] {
            verdict = .refused(reason)
            return []
        }
        let id = wish.sender.id
        guard mode != .never else { return refuse(.never) }
        if isAllowed(id) { return play(wish, circumstances.before, tells: true) }
        // What a sender that may have what is on adds to it interrupts nobody.
        if on?.wish.sender.id == id { return play(wish, circumstances.before, tells: false) }
        if permissions.contains(where: { $0.id == id }) { return refuse(.never) }
        if let end = declined[id], end > now { return refuse(.declined) }
        if case .standby = circumstances.before { return refuse(.asleep) }
        if let question {
            // It has changed its mind while the viewer is asked.
            guard question.wish.sender.id == id else { return refuse(.busy) }
        } else if circumstances.isBusy {
            return refuse(.busy)
        }
        let question = Question(wish: wish, end: now + Self.patience)
        self.question = question
        (verdict, hasFailed) = (.asking, false)
        return [.ask(wish, until: question.end)]
    }

    private mutating func play(_ wish: Wish, _ before: Before, tells: Bool) -> [Effect] {
        var effects: [Effect] = []
        if question != nil {
            question = nil
            effects.append(.withdraw)
        }
        let replaced = on
        // What comes back is what was on before all that was sent.
        on = On(wish: wish, before: replaced?.before ?? before)
        (verdict, hasFailed) = (.taken, false)
        effects.append(.play(wish))
        effects += Self.entries(of: replaced).map(Effect.remove)
        if tells, replaced?.wish.sender != wish.sender { effects.append(.tell(wish)) }
        return effects
    }

    private mutating func follow(_ item: SentItem?) -> [Effect] {
        guard on != nil else { return [] }
        let effects = (on?.followerEntry).map { [Effect.remove($0)] } ?? []
        on?.follower = item
        on?.followerEntry = nil
        return effects + (item.map { [.enqueue($0)] } ?? [])
    }

    private mutating func take(_ answer: CastAnswer, _ before: Before, _ wall: Int64, at now: HostTime) -> [Effect] {
        guard let question else { return [] }
        let sender = question.wish.sender
        switch answer {
        case .always: permit(sender, true, wall)
        case .never: permit(sender, false, wall)
        case .once, .no: break
        }
        switch answer {
        case .once, .always: return play(question.wish, before, tells: false)
        case .no, .never:
            declined[sender.id] = now + Self.rest
            hasFailed = true
            return withdraw()
        }
    }

    /// The viewer is asked no longer, and nothing is played.
    private mutating func withdraw() -> [Effect] {
        guard let question else { return [] }
        self.question = nil
        return [.withdraw, .news(.declined, question.wish)]
    }

    private mutating func permit(_ sender: CastSender, _ isAllowed: Bool, _ wall: Int64) {
        permissions.removeAll { $0.id == sender.id }
        permissions.append(
            CastPermission(id: sender.id, name: sender.name, isAllowed: isAllowed, since: wall))
        if permissions.count > CastPermission.most { permissions.removeFirst() }
        declined[sender.id] = nil
    }

    /// The queue plays something: what was sent may be over, or what follows it on.
    private mutating func see(_ entry: PlayQueue.Entry.ID?) -> [Effect] {
        guard let on, let own = on.entry, entry != own else { return [] }
        if let follower = on.follower, entry != nil, entry == on.followerEntry {
            self.on = On(wish: Wish(item: follower, sender: on.wish.sender), before: on.before, entry: entry)
            hasFailed = false
            return [.remove(own)]
        }
        // The viewer has gone elsewhere.
        self.on = nil
        return [.news(.ended, on.wish)] + Self.entries(of: on).map(Effect.remove)
    }

    private mutating func end() -> [Effect] {
        guard let on else { return [] }
        self.on = nil
        return [.news(.ended, on.wish), .giveBack(on.before)] + Self.entries(of: on).map(Effect.remove)
    }

    private static func entries(of on: On?) -> [PlayQueue.Entry.ID] {
        [on?.entry, on?.followerEntry].compactMap(\.self)
    }
}
