import Devices
import MediaCore

/// The one programme that is played of a transport stream: what its tables and the first frames of its streams say
/// it consists of. Packets go through it to libavformat, which guesses at much of what the tables say: its tables
/// are replaced by ours, which hold nothing but the streams that can be played, each by a type that libavformat
/// knows without probing. So no byte waits for another that did not wait before.
///
/// Any bytes may come. Those before the first map of the programme are held, so that nothing in front of it is lost;
/// when there is none in `mostHeld`, the streams are told by their first frames alone.
struct TransportProgram: Sendable {
    static let packetSize = 188
    /// Longer than the distance of two maps at any rate that can be played.
    private static let mostHeld = 2 << 20
    /// First frames that are looked at before a stream that nobody tells is left alone, or what the map says holds.
    private static let mostLooks: UInt8 = 16

    /// In the order of the map; also those that can't be played.
    private(set) var streams: [ElementaryStream] = []
    /// Counts what `streams` were.
    private(set) var revision = 0

    private var association = ProgramAssociation()
    private var associationSections = SectionAssembler()
    private var mapSections: [Int: SectionAssembler] = [:]
    private var maps: [ProgramAssociation.Programme: ProgramMapSection] = [:]
    /// Is played; nil before its map is there.
    private var chosen: ProgramAssociation.Programme?
    /// No map came.
    private var isGuessed = false
    private var held: [UInt8] = []
    private var looks: [Int: Looks] = [:]
    private var routes = [Route](repeating: .none, count: 0x2000)
    private var tables = TransportTables()

    private enum Route: UInt8 {
        /// The packet belongs to no programme that is played.
        case none
        case map
        /// Is played, and nothing in doubt.
        case settled
        /// Its next first frame is looked at.
        case open
    }

    private struct Looks {
        var count: UInt8 = 0
        /// What the frame before said, against the map.
        var contradiction: Track.Codec?
    }

    /// Whether there is a map, or there will be none.
    var isKnown: Bool { chosen != nil || isGuessed }

    /// Whether libavformat gets any stream that is seen or heard.
    var isPlayable: Bool {
        streams.contains { stream in
            switch stream.codec {
            case .told(.video), .told(.audio): tables.alias(of: stream.pid) != nil
            default: false
            }
        }
    }

    /// What libavformat knows under that PID; nil for what is not in the programme any more.
    func stream(knownAs pid: Int) -> ElementaryStream? {
        tables.pid(of: pid).flatMap { pid in streams.first { $0.pid == pid } }
    }

    // MARK: Packets

    /// Takes a whole packet; gives what libavformat gets.
    mutating func add(_ packet: ArraySlice<UInt8>, to output: inout [UInt8]) {
        guard packet.count == Self.packetSize else { return }
        let at = packet.startIndex
        let pid = Int(packet[at + 1] & 0x1f) << 8 | Int(packet[at + 2])
        let isStart = packet[at + 1] & 0x40 != 0
        if pid == 0 || routes[pid] == .map {
            // Damaged, or scrambled.
            if packet[at + 1] & 0x80 == 0, packet[at + 3] & 0xc0 == 0, let payload = Self.payload(packet) {
                readTable(pid, payload, isStart: isStart, counter: packet[at + 3] & 15, &output)
            }
            return
        }
        guard isKnown else {
            if pid != 0x1fff { hold(packet, &output) }
            return
        }
        pass(packet, pid, isStart: isStart, &output)
    }

    /// No more packets come: what is held is given.
    mutating func finish(to output: inout [UInt8]) {
        if !isKnown, !held.isEmpty { guess(&output) }
    }

    private static func payload(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let at = packet.startIndex
        guard packet[at + 3] & 0x10 != 0 else { return nil }
        let start = packet[at + 3] & 0x20 == 0 ? 4 : 5 + Int(packet[at + 4])
        return start < packetSize ? packet[(at + start)...] : nil
    }

    private mutating func pass(_ packet: ArraySlice<UInt8>, _ pid: Int, isStart: Bool, _ output: inout [UInt8]) {
        if routes[pid] == .none, isGuessed, isStart, pid >= 0x10, pid < 0x1fff, streams.count < 32 {
            streams.append(ElementaryStream(untold: pid))
            routes[pid] = .open
        }
        if routes[pid] == .open, isStart, packet[packet.startIndex + 3] & 0xc0 == 0, let payload = Self.payload(packet)
        {
            look(pid, FirstFrame(pes: payload), &output)
        }
        guard routes[pid] != .none, let alias = tables.alias(of: pid) else { return }
        output.append(contentsOf: packet)
        if alias != pid {
            let at = output.count - Self.packetSize
            output[at + 1] = output[at + 1] & 0xe0 | UInt8(alias >> 8 & 0x1f)
            output[at + 2] = UInt8(alias & 0xff)
        }
        if isStart, case .told(.video(let codec)) = streams.first(where: { $0.pid == pid })?.codec {
            AccessUnitDelimiter.goAhead(codec, in: &output)
        }
    }

    private mutating func hold(_ packet: ArraySlice<UInt8>, _ output: inout [UInt8]) {
        held.append(contentsOf: packet)
        if held.count > Self.mostHeld { guess(&output) }
    }

    private mutating func release(_ output: inout [UInt8]) {
        let packets = held
        held = []
        for start in stride(from: 0, to: packets.count, by: Self.packetSize) {
            // Tables that nobody knew as such then are among them; they are passed over.
            add(packets[start..<start + Self.packetSize], to: &output)
        }
    }

    // MARK: Tables

    private mutating func readTable(
        _ pid: Int, _ payload: ArraySlice<UInt8>, isStart: Bool, counter: UInt8, _ output: inout [UInt8]
    ) {
        var sections: [[UInt8]] = []
        if pid == 0 {
            associationSections.add(payload, isStart: isStart, counter: counter) { sections.append($0) }
            for section in sections where association.add(section) { adoptAssociation(&output) }
        } else {
            mapSections[pid, default: SectionAssembler()].add(payload, isStart: isStart, counter: counter) {
                sections.append($0)
            }
            for section in sections.compactMap(ProgramMapSection.init) {
                let programme = ProgramAssociation.Programme(number: section.programme, mapPID: pid)
                guard association.programmes.contains(programme), maps[programme] != section else { continue }
                maps[programme] = section
                choose(&output)
            }
        }
    }

    private mutating func adoptAssociation(_ output: inout [UInt8]) {
        let programmes = Set(association.programmes)
        maps = maps.filter { programmes.contains($0.key) }
        // A PID that was a stream's is a table's from now on, and the reverse.
        for pid in routes.indices where routes[pid] == .map { routes[pid] = .none }
        let pids = Set(association.programmes.map(\.mapPID))
        mapSections = mapSections.filter { pids.contains($0.key) }
        for pid in pids { routes[pid] = .map }
        if let chosen, !programmes.contains(chosen) {
            // What plays goes on until the new map is there.
            self.chosen = nil
            isGuessed = true
        }
        choose(&output)
        // Its map may have come before.
        let packets = isKnown ? [] : held
        for start in stride(from: 0, to: packets.count, by: Self.packetSize) where !isKnown {
            let pid = Int(packets[start + 1] & 0x1f) << 8 | Int(packets[start + 2])
            if pid != 0, routes[pid] == .map { add(packets[start..<start + Self.packetSize], to: &output) }
        }
    }

    /// The first programme of the list that has anything to play; while its map is not there, none.
    ///
    /// - Parameter isLate: any whose map is there will do.
    private mutating func choose(_ output: inout [UInt8], isLate: Bool = false) {
        for programme in association.programmes {
            guard let map = maps[programme] else {
                if isLate { continue }
                break
            }
            let found = map.entries.reduce(into: [ElementaryStream]()) { found, entry in
                guard let stream = ElementaryStream(entry, programme: map.descriptors), routes[stream.pid] != .map,
                    !found.contains(where: { $0.pid == stream.pid })
                else { return }
                found.append(stream)
            }
            guard found.contains(where: \.isOfInterest) || association.programmes.count == 1 else { continue }
            adopt(found, programme, &output)
            return
        }
    }

    private mutating func adopt(
        _ found: [ElementaryStream], _ programme: ProgramAssociation.Programme, _ output: inout [UInt8]
    ) {
        let known = Dictionary(streams.map { ($0.pid, $0) }, uniquingKeysWith: { first, _ in first })
        let wasGuessed = isGuessed && chosen == nil
        let before = streams
        streams = found.map { stream in
            // What its frames told holds while the map says the same of it.
            guard let old = known[stream.pid], old.isTold(as: stream), !wasGuessed, routes[stream.pid] == .settled
            else { return stream }
            var stream = stream
            stream.codec = old.codec
            return stream
        }
        let isFirst = chosen == nil && !isGuessed
        chosen = programme
        isGuessed = false
        for pid in routes.indices where routes[pid] == .settled || routes[pid] == .open {
            if !streams.contains(where: { $0.pid == pid }) { routes[pid] = .none }
        }
        for stream in streams {
            let isSame = known[stream.pid]?.isTold(as: stream) ?? false
            if isSame, !wasGuessed, routes[stream.pid] == .settled { continue }
            looks[stream.pid] = nil
            routes[stream.pid] = stream.isInDoubt ? .open : .settled
        }
        if streams != before || isFirst { revision += 1 }
        tables.write(streams, to: &output)
        if isFirst { release(&output) }
    }

    // MARK: First frames

    private mutating func guess(_ output: inout [UInt8]) {
        choose(&output, isLate: true)
        guard !isKnown else { return }
        isGuessed = true
        release(&output)
    }

    private mutating func look(_ pid: Int, _ frame: FirstFrame?, _ output: inout [UInt8]) {
        guard let index = streams.firstIndex(where: { $0.pid == pid }) else { return }
        var seen = looks[pid] ?? Looks()
        seen.count += 1
        defer {
            looks[pid] = seen
            if seen.count >= Self.mostLooks { routes[pid] = .settled }
        }
        guard let frame else { return }
        switch streams[index].codec {
        case .untold: break
        case .told(let told):
            if told == frame.codec || told == .audio(.eac3) && frame.codec == .audio(.ac3) {
                // E-AC-3 may begin with an AC-3 frame, and its decoder reads both.
                seen.count = Self.mostLooks
                return
            }
            guard case .audio = told, frame.isSound else { return }
            // Bytes may look like a frame by chance, but not twice the same.
            if !frame.isCertain, seen.contradiction != frame.codec {
                seen.contradiction = frame.codec
                return
            }
        }
        streams[index].codec = .told(frame.codec)
        revision += 1
        seen.count = Self.mostLooks
        tables.write(streams, to: &output)
    }
}

extension ElementaryStream {
    /// Pictures or sound, or what may turn out to be.
    var isOfInterest: Bool {
        switch codec {
        case .untold, .told(.video), .told(.audio): true
        case .told(.tags), .told(.text), .told(.subtitles): false
        case .told(.unsupported(_, let medium)): medium == .picture || medium == .sound
        }
    }

    /// By the map.
    fileprivate func isTold(as other: ElementaryStream) -> Bool { type == other.type && told == other.told }

    /// Sound is mislabelled often enough to be looked at; pictures are not.
    fileprivate var isInDoubt: Bool {
        switch codec {
        case .untold, .told(.audio): true
        case .told: false
        }
    }
}

extension FirstFrame {
    fileprivate var isSound: Bool {
        switch codec {
        case .audio: true
        case .video, .tags, .text, .subtitles: false
        case .unsupported(_, let medium): medium == .sound
        }
    }
}
