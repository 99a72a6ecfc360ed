import Channels
import Commands
import Devices
import Guide
import MediaCore
import Store

/// Makes the lineup: the channels of the list, addresses that no list has and that are played all the same, and the
/// viewer's favourites. Says when the list is to be read, again and again, to see new channels.
struct LineupMaker: Sendable {
    enum Event: Sendable {
        /// The box starts.
        case start
        /// The lists as they were read now, as `read` asked.
        ///
        /// - Parameter trouble: why one of them is as it was before, in words for people; nil: all could be read
        case read(ChannelList, trouble: String? = nil)
        /// What came of `job`, as `make` asked.
        case made(LineupJob.Outcome)
        /// The list can't be read, in words for people. The last one counts on: a provider that is down must not cost
        /// anybody the evening.
        case unreadable(String)
        case favourite(Channel.ID, Bool)
        /// A channel becomes a favourite, or is one, and has this place among them, from 0; beyond the last: the last.
        case placeFavourite(Channel.ID, Int)
        /// These channels were changed by hand; an empty edit takes back what there was.
        case edit([Channel.ID: ChannelEdit])
        /// Favourites, edits and numbers have come from another box. They are stored with all else that has.
        case moved(MovedState)
        /// The address is to be played.
        ///
        /// - Parameters:
        ///   - selected: the channel that is chosen, which is meant where several have the address
        ///   - needed: channels that are on the screen, chosen, or where Back or Last leads
        case play(ChannelEntry, selected: Channel.ID?, needed: Set<Channel.ID>)
        /// The address will be played soon.
        case expect(ChannelEntry, needed: Set<Channel.ID>)
        /// Somebody wants the lists read now, or `look` found that a file has changed.
        case refresh
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Hashable, Sendable {
        /// Read the list from this source, and answer with `read` or `unreadable`.
        case read(String)
        /// Carry out `job` beside the box, and answer with `made`.
        case make
        /// Look whether a list that is a file has changed, and answer with `refresh` if one has.
        case look
        /// There are no channels before the list has been read.
        case loading
        /// There are no channels, and nowhere to look for them.
        case empty
        /// There are no channels, because the list can't be read.
        case noneYet(String)
        /// Warn of a list that can't be read; nil: no longer.
        case warn(String?)
        /// The first channels are there: begin so.
        case begin(BoxSettings.Start)
        /// There are other channels, or they are other than they were.
        case lineup
        /// The list names these guides, in place of those before.
        case guides([GuideSource])
        /// Tell the log of the list. Comes once, however often the list is read.
        case notes(ListNotes, from: String)
        /// Keep the list for the next start.
        case storeList([ChannelEntry], KeptNumbers, from: String)
        case storeFavourite(Channel.ID, Bool)
        /// Keep the favourites, all of them, in this order.
        case storeFavourites([Channel.ID])
        case storeEdits([Channel.ID: ChannelEdit])
        case storeNumbers(KeptNumbers, from: String)
        /// The address is a channel no longer.
        case forgot(Channel.ID)
        /// Have this channel ready: it comes next.
        case expected(Channel.ID)
        /// Go to the channel that plays the address.
        case tune(Channel.ID)
    }

    /// The pause before a list that could not be read is tried again.
    private static let retry = Duration.seconds(5)
    /// The same where other lists could be.
    private static let laterRetry = Duration.seconds(60)

    let source: String?
    private let inputs: [ChannelEntry]
    private let refresh: Duration
    private let look: Duration?
    private let start: BoxSettings.Start
    private(set) var lineup = Lineup.empty
    private var listed: [ChannelEntry]
    private var guests = Guests()
    /// In the viewer's order, also those that no list has now.
    private(set) var favourites: [Channel.ID]
    /// What was changed of channels by hand, also of those that no list has now.
    private(set) var edits: [Channel.ID: ChannelEdit]
    private let policy: ParentalGate.Policy
    private let numbering: ChannelNumbering
    /// The numbers as they were given last; nil: no list was read yet.
    private(set) var numbers: KeptNumbers?
    /// The list's addresses; nil until one is asked for since the list was read.
    private var known: KnownAddresses?
    /// Whether the list was read and kept since the start.
    private var isKept = false
    /// What the log was told of the list last.
    private var notes: ListNotes?
    /// The guides that the list named last.
    private var guides: [GuideSource] = []
    /// When the list is to be read again; nil: it is being read, or there is none.
    private var due: HostTime?
    private var lookDue: HostTime?
    /// When all of them are to be read again, also those that could be.
    private var allDue: HostTime?
    /// Whether only those are wanted, by the last `read`, that could not be had the time before.
    private(set) var isRetry = false
    /// The lists that were read and are being made the lineup. Until they are, they count as being read.
    private(set) var job: LineupJob?
    /// How often a viewer changed what the lineup is made of.
    private var revision = 0
    /// Whether somebody wants it read since its reading began.
    private var isWantedAgain = false

    /// When `wake` is to come; nil: not at all.
    var nextWake: HostTime? { due.map { due in lookDue.map { min($0, due) } ?? due } }

    /// - Parameters:
    ///   - known: the list of the last run, which counts until the list itself has been read
    ///   - numbers: the numbers that its channels had
    init(
        _ settings: BoxSettings, favourites: [Channel.ID] = [], known: [ChannelEntry] = [],
        numbers: KeptNumbers? = nil, edits: [Channel.ID: ChannelEdit] = [:]
    ) {
        self.edits = edits
        source = settings.lineup
        inputs = settings.inputs
        refresh = settings.lineupRefresh
        look = settings.lineupLook
        start = settings.start
        listed = settings.lineup == nil ? [] : known
        self.favourites = favourites
        policy = settings.parentalPolicy
        numbering = settings.channelNumbering
        self.numbers = settings.lineup == nil ? nil : numbers
    }

    /// Whether a list has the channel: a bare address is none to come back to after a restart.
    func isListed(_ channel: Channel.ID) -> Bool { !guests.contains(channel) }

    /// The address of a channel that no list has, without its secrets; nil for any other.
    func address(_ channel: Channel.ID) -> String? {
        guests[channel].map { RedactedURL($0.entry.url).description }
    }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        switch event {
        case .start:
            guard source != nil else { return inputs.isEmpty ? [.empty] : use([]) }
            return (listed.isEmpty ? [.loading] : use(listed)) + read()
        case .read(let list, let trouble):
            return make(list, trouble: trouble)
        case .made(let outcome):
            return install(outcome, at: now)
        case .unreadable(let reason):
            due = now + Self.retry
            allDue = nil
            lookDue = nil
            isWantedAgain = false
            let warning = Effect.warn("the channel list can't be read: \(reason)")
            guard lineup.channels.isEmpty else { return [warning] }
            // What is wired to the box needs no list.
            return [warning] + (inputs.isEmpty ? [.noneYet(reason)] : use([]))
        case .favourite(let channel, let isFavourite):
            let isNew = favourites.contains(channel) != isFavourite
            guard isNew else { return [.storeFavourite(channel, isFavourite)] }
            if isFavourite { favourites.append(channel) } else { favourites.removeAll { $0 == channel } }
            return [.storeFavourite(channel, isFavourite)] + showFavourites()
        case .placeFavourite(let channel, let place):
            // Places are counted as the viewer sees them: without those that no list has now.
            favourites.removeAll { $0 == channel }
            let shown = favourites.indices.filter { lineup[favourites[$0]] != nil }
            let index = shown.indices.contains(place) ? shown[place] : favourites.count
            favourites.insert(channel, at: place < 0 ? 0 : index)
            return [.storeFavourites(favourites)] + showFavourites()
        case .edit(let changed):
            revision += 1
            for (channel, edit) in changed { edits[channel] = edit.isEmpty ? nil : edit }
            let before = numbers
            let effects = use(listed)
            let kept = source.flatMap { source in
                numbers.flatMap { $0 == before ? nil : Effect.storeNumbers($0, from: source) }
            }
            return [.storeEdits(changed)] + (kept.map { [$0] } ?? []) + effects
        case .moved(let state):
            revision += 1
            (favourites, edits) = (state.favourites, state.edits)
            numbers = state.numbers ?? numbers
            return use(listed)
        case .play(let entry, let selected, let needed):
            if let channel = listedChannel(of: entry, selected) { return [.tune(channel)] }
            let (id, effects) = invite(entry, needed)
            return effects + [.tune(id)]
        case .expect(let entry, let needed):
            if let channel = listedChannel(of: entry, nil) { return [.expected(channel)] }
            let (id, effects) = invite(entry, needed)
            return effects + [.expected(id)]
        case .refresh:
            // It is being read: perhaps without what is new.
            guard due != nil || source == nil else {
                isWantedAgain = true
                return []
            }
            return read()
        case .wake:
            guard let due else { return [] }
            guard let look, let lookDue, lookDue <= now, now < due else {
                return read(isRetry: allDue.map { due < $0 } ?? false)
            }
            self.lookDue = now + look
            return [.look]
        }
    }

    private mutating func read(isRetry: Bool = false) -> [Effect] {
        self.isRetry = isRetry
        due = nil
        return source.map { [.read($0)] } ?? []
    }

    private mutating func showFavourites() -> [Effect] {
        let made = lineup.setting(favourites: favourites)
        guard made.favourites != lineup.favourites else { return [] }
        lineup = made
        return [.lineup]
    }

    private func recipe(_ entries: [ChannelEntry]) -> LineupRecipe {
        LineupRecipe(
            entries: entries, inputs: inputs, guests: guests, favourites: favourites, edits: edits,
            numbering: numbering, policy: policy, numbers: numbers, previous: lineup)
    }

    /// Has a lineup made of lists that were read.
    private mutating func make(_ list: ChannelList, trouble: String?) -> [Effect] {
        job = LineupJob(
            list: list, trouble: trouble, recipe: recipe(list.entries), kept: isKept ? listed : nil,
            revision: revision)
        return [.make]
    }

    /// Takes what came of the job, or has it done once more where a viewer has changed something since.
    private mutating func install(_ outcome: LineupJob.Outcome, at now: HostTime) -> [Effect] {
        guard let job, outcome.made == nil || outcome.job.revision == revision else {
            return job.map { make($0.list, trouble: $0.trouble) } ?? []
        }
        self.job = nil
        if !isRetry { allDue = now + refresh }
        let next = allDue ?? now + refresh
        due = isWantedAgain ? now : job.trouble == nil ? next : min(next, now + Self.laterRetry)
        if isWantedAgain { allDue = now }
        lookDue = look.map { now + $0 }
        isWantedAgain = false
        let source = source ?? ""
        var effects = outcome.made.map { take($0) } ?? []
        if outcome.guides != guides { effects.append(.guides(outcome.guides)) }
        if outcome.notes != notes { effects.append(.notes(outcome.notes, from: source)) }
        if outcome.made != nil { effects.append(.storeList(listed, lineup.numbers, from: source)) }
        (guides, notes, isKept) = (outcome.guides, outcome.notes, true)
        return effects + [.warn(job.trouble.map { "a channel list is as it was: \($0)" })]
    }

    private mutating func use(_ entries: [ChannelEntry]) -> [Effect] {
        take(recipe(entries).make(renewsGuests: true))
    }

    private mutating func take(_ made: MadeLineup) -> [Effect] {
        let isFirst = lineup.channels.isEmpty
        // Favourites may have changed while it was made.
        let new = made.lineup.setting(favourites: favourites)
        let isOther = made.isOther || new.favourites != made.lineup.favourites
        (listed, guests, numbers, known) = (made.entries, made.guests, made.numbers, made.known)
        if isOther { lineup = new }
        return (isOther ? [.lineup] : []) + (isFirst ? [.begin(start)] : [])
    }

    /// The channel of the lists that is at the entry's address; nil: none is, or the entry is to be locked more strictly
    /// than it, and so is a channel of its own.
    private mutating func listedChannel(of entry: ChannelEntry, _ selected: Channel.ID?) -> Channel.ID? {
        let all = addresses().channels(at: entry.url)
        guard let found = all.first(where: { $0 == selected }) ?? all.first, let listed = lineup[found] else {
            return nil
        }
        return ParentalGate.Policy.strictest(entry.rating, listed.rating) == listed.rating ? found : nil
    }

    private mutating func addresses() -> KnownAddresses {
        if let known { return known }
        let made = KnownAddresses(of: lineup, without: guests)
        known = made
        return made
    }

    /// Makes a channel of an address that no list has.
    private mutating func invite(_ entry: ChannelEntry, _ needed: Set<Channel.ID>) -> (Channel.ID, [Effect]) {
        var entry = entry
        let declared = entry.rating
        policy.inherit(addresses().kin(of: entry.url), in: &entry)
        let before = guests.all.map(\.id)
        revision += 1
        let id = guests.invite(entry, declared: declared, keeping: needed)
        let made = recipe(listed).make()
        (lineup, numbers) = (made.lineup, made.numbers)
        return (id, before.filter { !guests.contains($0) }.map(Effect.forgot) + (made.isOther ? [.lineup] : []))
    }
}
