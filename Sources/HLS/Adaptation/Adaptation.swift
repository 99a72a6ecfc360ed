import Devices
import MediaCore

/// Says which variant to play: what the line carries, what segments cost, and which variants are left alone
/// after a failure.
struct Adaptation: Sendable {
    private var selector: VariantSelector
    private let filter: VariantFilter
    private let switchable: Set<VideoCodec>
    /// In the order in which they are preferred.
    private var pathways: [String] = []
    /// Whether a steering server says which: then a better variant of another pathway is none.
    private var isSteered = false
    private var estimator: ThroughputEstimator
    /// The ratio of what segments really cost to what their variants declare.
    private var cost = VariantCost()
    /// The recent time from a request to its first byte.
    private(set) var delay = Duration.milliseconds(100)
    /// When a lower variant was last switched to.
    private var lastFall: HostTime?
    /// The time until which a variant that failed is left alone, by its index.
    private var penalties: [Int: HostTime] = [:]

    /// The longest pause between two pieces that counts as time of downloading.
    private static let longestSilence = Duration.seconds(1)

    init(_ options: SessionOptions) {
        filter = options.variantFilter
        switchable = options.switchableVideoCodecs
        selector = VariantSelector(variants: [], filter: filter)
        estimator = ThroughputEstimator(remembered: options.rememberedThroughput)
    }

    // MARK: Variants

    /// Chooses among the variants of another playlist from now on.
    mutating func choose(among playlist: MultivariantPlaylist) {
        pathways = [playlist.contentSteering?.pathway ?? playlist.variants.first?.pathway].compactMap(\.self)
        isSteered = playlist.contentSteering != nil
        select(among: playlist.variants)
    }

    /// Chooses among more variants: those that were there are the first of them.
    mutating func add(_ variants: [Variant]) { select(among: variants) }

    /// Puts pathways into this order from now on; those that are not named come last.
    mutating func prefer(_ order: [String]) {
        let pathways = order.enumerated().filter { !order.prefix($0.offset).contains($0.element) }.map(\.element)
        guard pathways != self.pathways else { return }
        self.pathways = pathways
        select(among: variants)
    }

    private mutating func select(among variants: [Variant]) {
        selector = VariantSelector(variants: variants, filter: filter, pathways: pathways, switchable: switchable)
    }

    /// The variant to go to on another pathway: the same one there, or else the best that the line carries. Nil: there is
    /// none.
    func variant(on pathway: String, insteadOf current: Int, _ options: SessionOptions, at now: HostTime) -> Int? {
        let others = Set(variants.indices.filter { variants[$0].pathway != pathway })
        let excluded = penalised(at: now).union(others)
        return selector.alternates(of: current).first { !excluded.contains($0) }
            ?? selector.start(
                throughput: estimator.estimate, size: options.maximumSize, bandwidth: options.maximumBandwidth,
                excluding: excluded)
    }

    var variants: [Variant] { selector.variants }
    var candidates: [Int] { selector.candidates }

    /// The rate that a variant declares, in bits a second.
    func declaredRate(of variant: Int) -> Double { selector.variants[variant].declaredRate }

    func allows(_ variant: Int, _ options: SessionOptions) -> Bool {
        selector.allows(variant, size: options.maximumSize, bandwidth: options.maximumBandwidth)
    }

    /// The variant to begin with; nil when none can be played.
    func start(_ options: SessionOptions) -> Int? {
        selector.start(
            throughput: estimator.estimate, remembered: options.rememberedBandwidth, size: options.maximumSize,
            bandwidth: options.maximumBandwidth)
    }

    /// The variant for what comes next.
    /// - Parameter goal: the most media that can be ahead.
    func next(after main: PlaylistStream, goal: Duration, _ options: SessionOptions, at now: HostTime) -> Int {
        let playlist = main.playlist
        var conditions = VariantSelector.Conditions(
            throughput: estimator.estimate, ahead: main.downloads.ahead, goal: goal,
            segment: (main.isLowLatency ? playlist?.partTarget : nil) ?? playlist?.segments.last?.duration
                ?? .seconds(4))
        conditions.sustained = estimator.sustained
        conditions.cost = cost
        conditions.sinceFall = lastFall.map { now - $0 }
        conditions.size = options.maximumSize
        conditions.bandwidth = options.maximumBandwidth
        conditions.excluding = penalised(at: now).union(elsewhere(than: main.variant)).subtracting([main.variant])
        return selector.next(current: main.variant, conditions)
    }

    /// Notes a switch from one variant to another.
    mutating func switched(from old: Int, to new: Int, at now: HostTime) {
        if declaredRate(of: new) < declaredRate(of: old) { lastFall = now }
    }

    /// The variant to try instead of one that failed; nil when there is no other.
    func other(than failed: Int, _ options: SessionOptions, at now: HostTime) -> Int? {
        let excluded = penalised(at: now).union([failed])
        return selector.alternates(of: failed).first { !excluded.contains($0) }
            ?? selector.start(
                throughput: estimator.estimate, size: options.maximumSize, bandwidth: options.maximumBandwidth,
                excluding: excluded)
    }

    /// The variant to use instead of a download that is too slow; nil when there is nothing lower.
    func lower(
        than variant: Int, segment: Duration, rate: Double, within: Double, _ options: SessionOptions, at now: HostTime
    ) -> Int? {
        selector.lower(
            than: variant, segment: segment, rate: rate, within: within, cost: cost, size: options.maximumSize,
            bandwidth: options.maximumBandwidth, excluding: penalised(at: now).union(elsewhere(than: variant)))
    }

    /// The variants of other pathways, where a server says which is to be played.
    private func elsewhere(than variant: Int) -> Set<Int> {
        guard isSteered else { return [] }
        return Set(variants.indices.filter { variants[$0].pathway != variants[variant].pathway })
    }

    // MARK: Penalties

    /// Leaves a variant alone until `time`.
    mutating func penalise(_ variant: Int, until time: HostTime) { penalties[variant] = time }

    mutating func forgive(_ variants: Set<Int>) {
        for variant in variants { penalties[variant] = nil }
    }

    mutating func forgive(before now: HostTime) { penalties = penalties.filter { $0.value > now } }

    func isPenalised(_ variant: Int, at now: HostTime) -> Bool { penalties[variant].map { $0 > now } ?? false }

    private func penalised(at now: HostTime) -> Set<Int> {
        Set(penalties.filter { $0.value > now }.keys)
    }

    // MARK: The line

    /// The line's rate in bits a second; nil when nothing is known.
    var throughput: Double? { estimator.estimate }

    /// Takes over the line's rate, in bits a second, as others saw it lately.
    mutating func learn(_ rate: Double) { estimator.learn(rate) }

    /// Learns from bytes that came until `now`.
    mutating func received(_ new: (from: HostTime, bytes: Int), at now: HostTime, isPaced: Bool) {
        // An interruption is not a slow line: the buffer is there for it.
        estimator.add(bytes: new.bytes, from: max(new.from, now - Self.longestSilence), to: now, isPaced: isPaced)
    }

    /// Learns from a download that finished.
    /// - Parameter media: what was loaded; nil for a hinted download, or one that nobody wants any more.
    mutating func finished(_ media: MediaRequest?, _ timing: FetchTiming, _ watch: DownloadWatch?) {
        guard let first = timing.firstByte else { return }
        // A hinted download comes as the server makes it, or waited for its playlist, so its rate
        // says nothing of the line; unless it took longer than it plays: that is the line.
        let isPaced = media.map { $0.hinted != nil && timing.finished - first <= $0.duration * 5 / 4 } ?? false
        estimator.add(
            bytes: max(0, timing.bytes - (watch?.bytes ?? 0)), from: watch?.lastByte ?? first, to: timing.finished,
            isPaced: isPaced)
        guard !isPaced, watch?.hasPaused != true else { return }
        // To open a connection takes as long as a request does.
        delay = max(.zero, first - timing.requested) / (timing.reusedConnection ? 1 : 2)
    }

    /// Notes how long an answer took to begin, where nothing else can have delayed it.
    mutating func answered(after delay: Duration) {
        self.delay = max(.zero, min(delay, Self.longestSilence))
    }

    /// How fast a variant's media would come over an idle line, in media seconds a second; nil: not known.
    ///
    /// - Parameter rate: what its last segment cost, in bits a second, for one that declares nothing.
    func supply(of variant: Int, costing rate: Double?) -> Double? {
        guard let throughput, variants.indices.contains(variant) else { return nil }
        let expected = expectedRate(of: variant)
        guard let rate = expected > 0 ? expected : rate, rate > 0 else { return nil }
        return throughput / rate
    }

    // MARK: Cost

    /// Notes that a segment of a variant, with its sound, cost `rate` bits a second.
    mutating func observe(_ rate: Double, of variant: Int) {
        if variants.indices.contains(variant) { cost.observe(rate, of: variants[variant]) }
    }

    /// The rate of the next segments of a variant, in bits a second.
    func expectedRate(of variant: Int) -> Double { cost.rate(of: variants[variant]) }

    /// The size of the whole segment in bits: as the response or the byte range states it, else estimated.
    func bits(of media: MediaRequest, _ watch: DownloadWatch) -> Double {
        if let length = watch.length { return Double(length) * 8 }
        if let length = media.fetch.range?.length { return Double(length) * 8 }
        guard variants.indices.contains(media.variant) else { return 0 }
        return expectedRate(of: media.variant) * media.duration.inSeconds
    }
}
