import Devices
import HLS
import MediaCore

/// Opens a file where playing is to begin, and says where its packets lie on the session's timeline, which begins with the
/// file. Bound to the demuxer's thread.
struct FilePlacing {
    /// How long the file is; nil: it does not say, or can't be read from any place.
    private(set) var duration: Duration?
    /// Where playing begins in bare sound, which is found by counting bytes; nil for all else.
    private(set) var soundPlace: MediaTime?
    /// The time near which the packets of MPEG-TS begin, on its own timeline; nil: not known.
    private(set) var expected: MediaTime?
    private let opening: FileOpening
    private let container: MediaContainer
    private let file: FileSource
    private let segment: TimelineMap.Position
    /// Whether the times in the container count from the beginning of the file, or nearly.
    private var hasTimes: Bool
    private let maySeek: Bool
    /// Told how long the file is, where that shows later.
    private let told: @Sendable (Duration) -> Void
    private var place: MediaTime = .zero
    /// Whether a packet has come.
    private var isOpen = false
    /// Where the packet lies by which all others are placed.
    private var anchor: MediaTime?

    /// Begins to read a file; nil where the reader's segment is none.
    ///
    /// - Parameters:
    ///   - reader: at the first byte of the container
    ///   - told: called with how long it is where that shows later, on any thread
    init?(_ reader: SegmentReader, _ container: MediaContainer, told: @escaping @Sendable (Duration) -> Void) {
        guard let opening = reader.segment.request.file, let file = reader.segment.file else { return nil }
        self.opening = opening
        self.container = container
        self.file = file
        self.told = told
        segment = reader.segment.position
        hasTimes = container.hasIndex || container.isPackedAudio
        maySeek = reader.length != nil
        guard maySeek else { return }
        if container == .mpegTS { findTransport(reader) }
        guard container.isPackedAudio else { return }
        let begin = reader.place
        let head = reader.peek(SoundLength.wanted)
        guard let sound = SoundLength(head, container, byteCount: file.length - begin) else { return }
        duration = sound.duration
        let start = opening.start.place(in: duration)
        if start > .zero { reader.seek(to: begin + sound.offset(of: start)) }
        place = .zero + start
        soundPlace = place
    }

    /// MPEG-TS has no index: its length is the difference of its last time and its first, and a place is found by looking
    /// at times where it may be, ever nearer.
    private mutating func findTransport(_ reader: SegmentReader) {
        func look(at offset: Int) -> TransportTimes? {
            reader.seek(to: offset)
            return TransportTimes(reader.peek(TransportTimes.wanted))
        }
        defer { if place == .zero { reader.seek(to: 0) } }
        guard let first = TransportTimes(reader.peek(TransportTimes.first))?.first else { return }
        if let known = file.index.duration {
            duration = known
        } else if opening.start == .usual {
            // It begins at once, and how long it is shows a little later.
            file.tail(TransportTimes.wanted) { [index = file.index, told] bytes in
                guard let length = TransportTimes(bytes)?.last.duration(since: first) else { return }
                index.lasts(length)
                told(length)
            }
        } else if let length = look(at: max(0, file.length - TransportTimes.wanted))?.last.duration(since: first) {
            duration = length
            file.index.lasts(length)
        }
        hasTimes = true
        let begin = MediaTime(ticks: first.ticks, timescale: 90_000)
        file.index.begins(at: begin)
        guard let duration else { return }
        let start = opening.start.place(in: duration)
        guard start > .zero else { return }
        // What is looked at from here on is for this place alone.
        file.opened()
        var search = PlaceSearchByTime(wanted: start.inSeconds, length: duration.inSeconds, byteCount: file.length)
        while let offset = search.next {
            search.found(
                look(at: offset).map {
                    (offset + $0.first.offset, TransportTimes.seconds(from: first.ticks, to: $0.first.ticks))
                })
        }
        reader.seek(to: search.best)
        place = .zero + start
        expected = begin + start
    }

    /// Goes to where playing begins.
    ///
    /// - Returns: that place
    mutating func open(_ demuxer: any Demuxer) -> MediaTime {
        guard container.hasIndex, maySeek else { return place }
        duration = demuxer.duration
        let start = opening.start.place(in: duration)
        guard start > .zero else { return place }
        do throws(DemuxError) {
            try demuxer.seek(to: (file.index.begin ?? .zero) + start)
            place = .zero + start
        } catch {
            // It has no index: it is played as it comes.
            duration = nil
        }
        return place
    }

    /// Where a packet's segment lies, as playlists tell it of others: by its own time, as that is the file's.
    ///
    /// - Parameter leads: whether the others are placed by packets of its track
    mutating func position(of packet: Packet, leads: Bool) -> TimelineMap.Position {
        if !isOpen {
            file.opened()
            isOpen = true
        }
        guard hasTimes, let time = packet.presentation ?? packet.decode else { return segment }
        if anchor == nil, leads {
            if place == .zero, soundPlace == nil, container != .mpegTS { file.index.begins(at: time) }
            anchor = time
        }
        var position = segment
        position.start = .zero + ((anchor ?? time) - (soundPlace == nil ? file.index.begin ?? .zero : .zero))
        // A film may have a hole as long as itself.
        position.duration = duration ?? .zero
        return position
    }
}
