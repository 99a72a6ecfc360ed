import Base
import Devices
import HLS
import MediaCore
import Synchronization

/// One item's sound, from packets to its voice: that of the main stream, and that of renditions beside it. Each has
/// a branch of its own; when another is chosen both are decoded side by side, until the voice has gone over.
final class SoundPath: Sendable {
    enum Source: Hashable, Sendable {
        case main
        /// Another sound of the main stream, counted from 1.
        case beside(Int)
        /// By `MediaRequest.selection`.
        case rendition(Int)
    }

    /// The services that the item offers to its sound.
    struct Context: Sendable {
        var library: any CodecLibrary
        /// Whether sound that ends at this time is not for the viewer.
        var isEarly: @Sendable (MediaTime) -> Bool
        /// Called when more can be heard.
        var progressed: @Sendable () -> Void
        /// Reads a rendition's segments into a store; on a thread of its own.
        var demux: @Sendable (Branch) -> Void
        /// Called when there is no decoder for a source.
        var failed: @Sendable (Source, DecodeError) -> Void
    }

    final class Branch: Sendable {
        let source: Source
        let store: PacketStore
        /// The feed of a rendition's segments; nil for the main stream.
        let feed: SegmentFeed?
        /// The branch's number, unique within its item; 0 is the main stream's.
        var number: Int { if case .rendition(let selection) = source { selection + 1 } else { 0 } }
        fileprivate let state = Locked(State())

        fileprivate struct State {
            var isReading = false
            var ring: SampleRing?
            /// Whether another was chosen before it was heard.
            var isAbandoned = false
            var isDecoding = false
            var isEnded = false
            /// Whether its ring was given back: nothing more comes of it.
            var isReleased = false
        }

        fileprivate init(_ source: Source, _ store: PacketStore, _ feed: SegmentFeed?) {
            self.source = source
            self.store = store
            self.feed = feed
        }

        /// A branch that reads on where this one is, and decodes anew.
        fileprivate func resting() -> Branch {
            let branch = Branch(source, store, feed)
            branch.state.withLock { $0.isReading = true }
            return branch
        }
    }

    private struct State {
        var branches: [Branch] = []
        /// The source that plays, or is to.
        var wanted: Source?
        /// The loan of a voice while sound is decoded.
        var loan: VoiceLoan?
        var isCancelled = false
        /// The packets of the main stream's other sounds, whether they are heard or not.
        var beside: [Int: PacketStore] = [:]
    }

    private let main: PacketStore
    private let mixer: AudioMixer
    private let state = Locked(State())
    private let isThrifty = Atomic(false)
    private let told: @Sendable (Sounding) -> Void
    /// How much sound nobody hears is decoded: more than the mixer takes at once, and than it takes to get going.
    static let hidden: Duration = .milliseconds(300)
    /// How much sound is decoded before the first sample that is wanted: a decoder needs that to get going.
    private static let preroll: Duration = .milliseconds(100)

    /// - Parameter told: called with each new snapshot, in order; must not block.
    init(mixer: AudioMixer, main: PacketStore, told: @escaping @Sendable (Sounding) -> Void) {
        self.mixer = mixer
        self.main = main
        self.told = told
    }

    var sounding: Sounding { state.withLock { Self.sounding($0) } }

    /// Changes the state, and tells how it sounds then.
    private func change<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try state.withLock { state in
            defer { told(Self.sounding(state)) }
            return try body(&state)
        }
    }

    private static func sounding(_ state: State) -> Sounding {
        let branches = state.branches.map { branch in
            branch.state.withLock {
                Sounding.Branch(
                    store: branch.store, ring: $0.ring, isEnded: $0.isEnded, isWanted: branch.source == state.wanted)
            }
        }
        return Sounding(voice: state.loan?.voice, branches: branches)
    }

    // MARK: What plays

    /// Selects what should be heard from now on. Throws when there is no thread left.
    func select(_ source: Source, _ context: Context) throws {
        let (branch, loan) = change { state -> (Branch?, VoiceLoan?) in
            guard state.wanted != source, !state.isCancelled else { return (nil, nil) }
            state.wanted = source
            for other in state.branches where other.source != source { other.abandon(state.loan?.voice) }
            if let known = state.branches.first(where: { $0.source == source && !$0.isLeaving }) {
                return (known, state.loan)
            }
            let branch: Branch =
                switch source {
                case .main: Branch(source, main, nil)
                case .beside(let number): Branch(source, Self.store(number, &state, main), nil)
                case .rendition: Branch(source, PacketStore(keepsTakenAudio: true, bounds: main.bounds), SegmentFeed())
                }
            state.branches.append(branch)
            return (branch, state.loan)
        }
        tidy()
        guard let branch else { return }
        let isNew = branch.state.withLock { branch in
            defer { branch.isReading = true }
            return !branch.isReading
        }
        if isNew, branch.feed != nil {
            _ = try NamedThread("hearth-demux-a") { [self] in
                context.demux(branch)
                tidy()
            }
        }
        if let loan { try start(branch, loan, context) }
    }

    /// Where the main stream's other sounds go.
    func beside(_ number: Int) -> PacketStore {
        state.withLock { Self.store(number, &$0, main) }
    }

    private static func store(_ number: Int, _ state: inout State, _ main: PacketStore) -> PacketStore {
        if let known = state.beside[number] { return known }
        let store = PacketStore(keepsTakenAudio: true, bounds: main.bounds)
        if state.isCancelled { store.cancel() }
        state.beside[number] = store
        return store
    }

    // MARK: Whether it is decoded

    /// Starts to decode what is selected. Throws when there is no voice or thread left.
    func decode(_ context: Context) throws {
        let (branches, loan) = try change { state -> ([Branch], VoiceLoan?) in
            guard state.loan == nil, !state.isCancelled else { return ([], nil) }
            guard let loan = VoiceLoan(from: mixer) else { throw Exhaustion.noVoice }
            state.loan = loan
            return (state.branches, loan)
        }
        guard let loan else { return }
        for branch in branches { try start(branch, loan, context) }
    }

    enum Exhaustion: Error, CustomStringConvertible {
        case noVoice

        var description: String { "no voice left in the mixer" }
    }

    /// Stops decoding: decoders end and the voice goes back. Packets that they had taken wait again.
    func rest() {
        let (loan, left) = change { state -> (VoiceLoan?, [Branch]) in
            let left = state.branches.filter { $0.source != state.wanted }
            state.branches = state.branches.filter { $0.source == state.wanted && !$0.isLeaving }.map { $0.resting() }
            defer { state.loan = nil }
            return (state.loan, left)
        }
        loan?.giveUp()
        for branch in left { branch.leave() }
        main.wake()
        for branch in state.withLock({ $0.branches }) { branch.store.wake() }
    }

    /// Sets whether sound that nobody hears is decoded only as far as it takes to begin.
    func setThrifty(_ thrifty: Bool) {
        isThrifty.store(thrifty, ordering: .releasing)
        main.wake()
        for branch in state.withLock({ $0.branches }) { branch.store.wake() }
    }

    func setBounds(_ bounds: PacketStore.Bounds) {
        for branch in state.withLock({ $0.branches }) where branch.feed != nil { branch.store.setBounds(bounds) }
    }

    /// Moves the beginning of sound that is not heard yet to `media`.
    func slide(to media: MediaTime) {
        let (branches, voice) = state.withLock { ($0.branches, $0.loan?.voice) }
        voice?.skip(to: media)
        main.dropAudio(before: media - Self.preroll)
        for store in state.withLock({ Array($0.beside.values) }) { store.dropAudio(before: media - Self.preroll) }
        for branch in branches where branch.feed != nil { branch.store.dropAudio(before: media - Self.preroll) }
    }

    /// The time up to which the sound that is heard has come: the last packet's decode time, or the end of the last
    /// sample.
    var reach: MediaTime? {
        let sounding = sounding
        return [sounding.audible?.store.waiting.audioEnd, sounding.voice?.end].compactMap(\.self).max()
    }

    /// Compressed, of renditions.
    var byteCount: Int {
        let (branches, beside) = state.withLock { ($0.branches, Array($0.beside.values)) }
        return branches.filter { $0.feed != nil }.map(\.store.byteCount).reduce(0, +)
            + beside.map(\.byteCount).reduce(0, +)
    }

    /// The feed for a rendition's segments; nil for one that is not wanted any more.
    func feed(of source: Source) -> SegmentFeed? {
        state.withLock { state in state.branches.last { $0.source == source }?.feed }
    }

    // MARK: Letting go

    /// Ends the feeds of renditions: nothing more comes.
    func end() {
        for branch in state.withLock({ $0.branches }) { branch.feed?.end() }
    }

    func cancel() {
        let loan = state.withLock { state in
            state.isCancelled = true
            for branch in state.branches { branch.leave() }
            for store in state.beside.values { store.cancel() }
            return state.loan
        }
        loan?.giveUp()
    }

    /// Releases branches that the voice has left, and drops past packets of sound that is not heard; called now and
    /// then.
    func tidy(position: MediaTime? = nil) {
        let (left, branches, voice) = change { state in
            let left = state.branches.filter(\.isLeaving)
            state.branches.removeAll { branch in left.contains { $0 === branch } }
            return (left, state.branches, state.loan?.voice)
        }
        for branch in left {
            branch.leave()
            // Its thread may wait for packets.
            if branch.feed == nil { branch.store.wake() }
            if let voice { branch.release(voice) }
        }
        guard let position else { return }
        main.trim(before: position - Self.kept, isIdle: !branches.contains { $0.source == .main })
        for (number, store) in state.withLock({ $0.beside }) {
            store.trim(before: position - Self.kept, isIdle: !branches.contains { $0.source == .beside(number) })
        }
        for branch in branches where branch.feed != nil {
            branch.store.trim(before: position - Self.kept, isIdle: false)
        }
    }

    /// How much sound is kept behind the play position; the main stream's whether it is heard or not.
    private static let kept: Duration = .seconds(1)

    // MARK: Decoding

    private func start(_ branch: Branch, _ loan: VoiceLoan, _ context: Context) throws {
        let starts = branch.state.withLock { branch in
            defer { branch.isDecoding = true }
            return !branch.isDecoding
        }
        guard starts, loan.enter() else { return }
        do {
            _ = try NamedThread("hearth-dec-a") { [self] in
                decode(branch, loan, context)
                loan.leave()
                tidy()
            }
        } catch {
            loan.leave()
            throw error
        }
    }

    private func decode(_ branch: Branch, _ loan: VoiceLoan, _ context: Context) {
        let voice = loan.voice
        guard let ring = voice.claim() else { return }
        // A ring claimed after the voice was cancelled would not know of that.
        if loan.isGivenUp { ring.cancel() }
        let isAbandoned = branch.state.withLock { branch in
            branch.ring = ring
            return branch.isAbandoned
        }
        if isAbandoned { ring.cancel() }
        change { _ in }
        branch.store.rewindAudio()
        var decoder: (any AudioDecoder)?
        var current: Track?
        var run = Run()
        let enough = AudioFormat.standard.frames(in: Self.hidden)
        let isHeld = { [self] in isThrifty.load(ordering: .acquiring) && ring.written - ring.consumed >= enough }
        while !ring.isCancelled, let entry = branch.store.pop(.audio, unless: { ring.isCancelled }, while: isHeld) {
            switch entry {
            case .track(let track, _):
                if let known = current, decoder != nil, track.continues(known) { continue }
                decoder?.drain { block in deliver(block, &run, ring, of: branch, voice, context) }
                if current != nil { run.splice.cut() }
                current = track
                do throws(DecodeError) {
                    decoder = try context.library.soundDecoder(of: track)
                } catch {
                    decoder = nil
                    branch.store.reject(.audio)
                    context.failed(branch.source, error)
                }
            case .packet(let packet):
                try? decoder?.decode(packet) { block in deliver(block, &run, ring, of: branch, voice, context) }
            case .generation, .gap: break
            }
        }
        if !ring.isCancelled { decoder?.drain { block in deliver(block, &run, ring, of: branch, voice, context) } }
        ring.finish()
        branch.state.withLock { branch in
            branch.isEnded = true
            branch.isDecoding = false
        }
        branch.release(voice)
        change { _ in }
    }

    private func deliver(
        _ block: AudioBlock, _ run: inout Run, _ ring: SampleRing, of branch: Branch, _ voice: Voice, _ context: Context
    ) {
        defer { context.progressed() }
        if let start = block.presentation {
            let end = start + AudioFormat.standard.duration(frames: block.frameCount)
            if context.isEarly(end) { return }
            // Samples that are past when this ring takes over need not wait to be dropped.
            if let playing = voice.playing, playing !== ring, let head = voice.head, end < head { return }
        }
        let isFirst = run.assembler.origin == nil
        let piece = run.assembler.append(block.presentation, frames: block.frameCount)
        if isFirst, let origin = run.assembler.origin {
            ring.setOrigin(origin)
            branch.present(ring, voice)
        }
        if piece.silence > 0 {
            let fall = run.splice.fall(within: piece.silence)
            let count = fall.count / AudioFormat.standard.channels
            guard fall.withUnsafeBufferPointer({ ring.write($0, frames: count) }),
                ring.write(nil, frames: piece.silence - count)
            else { return }
        }
        guard let skip = piece.skip else { return run.splice.cut() }
        if skip > 0 { run.splice.cut() }
        var samples = block.samples
        if !run.splice.isIdle {
            samples.removeFirst(skip * AudioFormat.standard.channels)
            run.splice.join(&samples)
        }
        run.splice.note(samples)
        samples.withUnsafeBufferPointer { _ = ring.write($0, frames: $0.count / AudioFormat.standard.channels) }
    }

    /// The run of samples decoded for one ring: without holes, and without a click where pieces are joined.
    private struct Run {
        var assembler = AudioAssembler()
        var splice = AudioSplice()
    }
}

extension SoundPath.Branch {
    fileprivate var ring: SampleRing? { state.withLock { $0.ring } }

    /// Withdraws the branch when another is wanted and this one is not heard yet.
    fileprivate func abandon(_ voice: Voice?) {
        state.withLock { state in
            guard state.ring == nil || voice?.playing !== state.ring else { return }
            state.isAbandoned = true
            if let ring = state.ring { voice?.withdraw(ring) }
        }
    }

    fileprivate func present(_ ring: SampleRing, _ voice: Voice) {
        state.withLock { state in
            if !state.isAbandoned { voice.present(ring) }
        }
    }

    /// Whether the voice has gone over to another branch.
    fileprivate var isLeaving: Bool { state.withLock { $0.isReleased || $0.ring?.isCancelled == true } }

    /// Ends the branch's threads soon; the main stream's store stays, as it has pictures too.
    fileprivate func leave() {
        guard let feed else { return }
        feed.cancel()
        store.cancel()
    }

    /// Gives the branch's ring back, once: when its thread has ended and the voice no longer uses it.
    fileprivate func release(_ voice: Voice) {
        let ring = state.withLock { state -> SampleRing? in
            guard !state.isDecoding, let ring = state.ring, ring.isCancelled else { return nil }
            state.ring = nil
            state.isReleased = true
            return ring
        }
        if let ring { voice.release(ring) }
    }
}
