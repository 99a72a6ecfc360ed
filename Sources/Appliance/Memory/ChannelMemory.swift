import Channels
import HLS
import MediaCore
import Store

/// Remembers what visits of channels taught: how the next visit begins, and which sound and text the viewer wants
/// there.
///
/// What survives a restart goes to the store by its effects; addresses and the contents of playlists do not, as
/// addresses may hold secrets, and both age.
struct ChannelMemory: Sendable {
    enum Event: Sendable {
        /// The channel plays, and this is known of it by now.
        ///
        /// - Parameters:
        ///   - playlist: the address of the playlist of the variant that plays
        ///   - isListed: a list has the channel; a bare address is none to come back to after a restart
        case learnt(VisitRecord, of: Channel.ID, playlist: String?, isListed: Bool)
        /// The playlists of a channel as they were last: for a few seconds they are as good as fresh ones.
        case kept(RememberedPlaylist, of: Channel.ID)
        /// The network gave what is watched so many bits a second.
        case throughput(Double)
        /// These are the choices now, by channel and last on any: they have come from another box, and are stored with
        /// all else that has.
        case moved([Channel.ID: TrackChoices], last: TrackChoices)
        /// The viewer chose a sound or a text: on a channel, and as the preference on all others.
        ///
        /// - Parameter on: nil: only the preference
        case chose(Choice, on: Channel.ID?, isListed: Bool)
        /// The address is a channel no longer: what visits of it taught goes with it.
        case forgot(Channel.ID)
    }

    /// A viewer's choice of one kind of track; nil: what the configuration says.
    enum Choice: Hashable, Sendable {
        case audio(RenditionChoice?)
        case text(TrackChoices.Text?)
    }

    enum Effect: Hashable, Sendable {
        /// Write this to the store.
        case store(VisitRecord, of: Channel.ID)
        /// Write the choices to the store: all of the channel's, nil where no list has it, and all that were made last
        /// on any.
        case storeChoices(TrackChoices?, of: Channel.ID?, last: TrackChoices)
        /// Have what plays play these tracks.
        case choose(TrackChoices)
        /// What is kept ready was begun with other wishes than the viewer has now.
        case wishesChanged
    }

    let configured: TrackPreferences
    private var records: [Channel.ID: VisitRecord]
    private(set) var choices: [Channel.ID: TrackChoices]
    private(set) var lastChoices: TrackChoices
    /// The addresses of the media playlists of the variants that played last.
    private var playlists: [Channel.ID: String] = [:]
    private var media: [Channel.ID: RememberedPlaylist] = [:]
    /// The rate that the network gave last on whatever channel, in bits a second; nil: not known.
    private(set) var throughput: Double?
    /// What the store has of each channel's line, in bits a second.
    private var writtenThroughput: [Channel.ID: Int]

    /// - Parameters:
    ///   - preferences: what the configuration prefers where the viewer has chosen nothing
    ///   - lastChoices: what was chosen last on any channel
    init(
        preferences: TrackPreferences = TrackPreferences(), records: [Channel.ID: VisitRecord] = [:],
        choices: [Channel.ID: TrackChoices] = [:], lastChoices: TrackChoices = TrackChoices()
    ) {
        configured = preferences
        self.records = records
        writtenThroughput = records.compactMapValues(\.throughput)
        self.choices = choices
        self.lastChoices = lastChoices
    }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .learnt(let record, let channel, let playlist, let isListed):
            playlists[channel] = playlist
            let old = records.updateValue(record, forKey: channel)
            guard isListed else { return [] }
            // The throughput moves with every segment: it is worth a write when it is another line.
            let isOtherLine = record.throughput.map { Self.isOther($0, than: writtenThroughput[channel]) } ?? false
            guard isOtherLine || old?.variantBandwidth != record.variantBandwidth else { return [] }
            writtenThroughput[channel] = record.throughput
            return [.store(record, of: channel)]
        case .kept(let known, let channel): media[channel] = known
        case .throughput(let rate): throughput = rate
        case .chose(let choice, let channel, let isListed):
            lastChoices.adopt(choice)
            guard let channel else { return [.wishesChanged, .storeChoices(nil, of: nil, last: lastChoices)] }
            choices[channel, default: TrackChoices()].adopt(choice)
            let all = self.choices(on: channel)
            // The wish holds on the others too.
            return [.choose(all), .wishesChanged, .storeChoices(isListed ? all : nil, of: channel, last: lastChoices)]
        case .moved(let choices, let last):
            (self.choices, lastChoices) = (choices, last)
            return [.wishesChanged]
        case .forgot(let channel):
            records[channel] = nil
            choices[channel] = nil
            playlists[channel] = nil
            media[channel] = nil
            writtenThroughput[channel] = nil
        }
        return []
    }

    /// Whether a line gives so much more or less that a start would be decided otherwise.
    private static func isOther(_ rate: Int, than written: Int?) -> Bool {
        guard let written, written > 0 else { return rate > 0 }
        return Double(rate) > 2 * Double(written) || Double(rate) < 0.5 * Double(written)
    }

    // MARK: What is remembered

    func record(of channel: Channel.ID) -> VisitRecord? { records[channel] }
    func playlist(of channel: Channel.ID) -> String? { playlists[channel] }
    func choices(on channel: Channel.ID) -> TrackChoices { choices[channel] ?? TrackChoices() }

    /// The preferences for a channel on which nothing was chosen.
    var preferences: TrackPreferences {
        var preferences = configured
        if let audio = lastChoices.audio { preferences.learn(audio: audio) }
        switch lastChoices.text {
        case .off?: preferences.learn(text: nil)
        case .rendition(let choice)?: preferences.learn(text: choice)
        case nil: break
        }
        return preferences
    }

    /// How a visit of the channel begins.
    func options(for channel: Channel) -> SessionOptions {
        var options = SessionOptions()
        options.headers = channel.headers.filter { channel.sharedHeaders.contains($0.key) }
        options.ownHeaders = channel.headers.filter { !channel.sharedHeaders.contains($0.key) }
        options.reach = channel.reach
        options.preferences = preferences
        options.choices = choices(on: channel.id)
        let record = records[channel.id]
        options.rememberedThroughput = record?.throughput.map(Double.init) ?? throughput
        options.rememberedBandwidth = record?.variantBandwidth.map { UInt64(clamping: $0) }
        options.rememberedPlaylist = playlists[channel.id]
        options.rememberedMedia = media[channel.id]
        return options
    }
}

extension TrackChoices {
    fileprivate mutating func adopt(_ choice: ChannelMemory.Choice) {
        switch choice {
        case .audio(let audio): self.audio = audio
        case .text(let text): self.text = text
        }
    }
}
