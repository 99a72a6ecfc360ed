import Base
import Devices
import MediaCore

/// Drops and puts back packets of hidden items: they are dropped from the front, and what was decoded is put back.
extension PacketStore {
    /// The media that waits for the decoders.
    struct Waiting: Sendable, Hashable {
        /// The presentation times of key frames, in order.
        var keys: [MediaTime] = []
        /// The key frame that a decoder took last.
        var takenKey: MediaTime?
        /// Whether the first key frame comes before any other picture.
        var beginsWithKey = false
        /// The decode time of the last picture that came; nil when nothing has come.
        var videoEnd: MediaTime?
        var audioEnd: MediaTime?
    }

    var waiting: Waiting {
        read { state in
            var waiting = Waiting(
                takenKey: state.video.takenKey, videoEnd: state.video.last, audioEnd: state.audio.last)
            var isFirst = true
            state.video.entries.forEach { entry in
                guard case .packet(let packet) = entry else { return }
                if packet.isKey, let time = packet.presentation ?? packet.decode {
                    waiting.keys.append(time)
                    if isFirst { waiting.beginsWithKey = true }
                }
                isFirst = false
            }
            return waiting
        }
    }

    /// The bytes of all packets that wait or are kept.
    var byteCount: Int {
        read { state in
            var bytes = state.video.bytes + state.audio.bytes
            state.audio.taken.forEach { if case .packet(let packet) = $0 { bytes += packet.payload.byteCount } }
            return bytes
        }
    }

    /// Drops all pictures before the key frame of that time, or all there are when it is not there, and tells the
    /// decoder to begin anew.
    ///
    /// - Parameters:
    ///   - behindGap: with the first gap goes all that came before it, also what is later than `key`: the same media may
    ///     have come again.
    ///   - generation: of the pictures that follow.
    ///   - begun: called while nobody can take a packet.
    func slideVideo(to key: MediaTime, behindGap: Bool = false, generation: Int, begun: () -> Void) {
        change { state in
            var isDropping = true
            var hasGap = false
            if behindGap { state.video.entries.forEach { if case .gap = $0 { hasGap = true } } }
            var track: Entry?
            var kept: [Entry] = []
            state.video.entries.forEach { entry in
                switch entry {
                case .generation: return
                case .gap:
                    if !isDropping { kept.append(entry) }
                    hasGap = false
                case .track: if isDropping { track = entry } else { kept.append(entry) }
                case .packet(let packet):
                    if isDropping, !hasGap, packet.isKey, let time = packet.presentation ?? packet.decode, time >= key {
                        isDropping = false
                    }
                    if !isDropping { kept.append(entry) }
                }
            }
            let mark = Entry.generation(generation, from: isDropping ? nil : key)
            state.video.replace([mark] + (track.map { [$0] } ?? []) + kept)
            begun()
        }
    }

    /// Notes that what follows does not go on from what is there.
    func addGap() {
        change { state in
            if !state.isCancelled { state.video.entries.append(.gap) }
        }
    }

    /// Lets what follows be taken as if nothing were missing.
    func closeGap() {
        change { state in
            var kept: [Entry] = []
            state.video.entries.forEach { entry in
                if case .gap = entry { return }
                kept.append(entry)
            }
            state.video.replace(kept)
        }
    }

    /// Drops sound before that time, also from what was taken and is kept.
    func dropAudio(before time: MediaTime) {
        change { state in
            var track: Entry?
            var kept: [Entry] = []
            var isDropping = true
            state.audio.entries.forEach { entry in
                if isDropping {
                    if case .track = entry {
                        track = entry
                        return
                    }
                    guard Self.isLater(entry, time) else { return }
                    isDropping = false
                }
                kept.append(entry)
            }
            while let entry = state.audio.taken.first, !Self.isLater(entry, time) {
                _ = state.audio.taken.popFirst()
                state.audio.note(entry)
            }
            if let track, state.audio.taken.isEmpty { state.audio.note(track) }
            state.audio.replace((track.map { [$0] } ?? []) + kept)
        }
    }

    /// Begins a new generation; if the decoder is to begin anew, what it begins with belongs to that.
    ///
    /// - Parameter begun: called while nobody can take a packet.
    func remark(generation: Int, begun: () -> Void) {
        change { state in
            begun()
            guard case .generation(_, let from) = state.video.entries.first else { return }
            var entries: [Entry] = []
            state.video.entries.forEach { entries.append($0) }
            entries[0] = .generation(generation, from: from)
            state.video.replace(entries)
        }
    }

    /// Puts back pictures that were taken, the first of them a key frame, with what a decoder needs for them. Of
    /// pictures that are past by now only the latter is put back.
    func giveBack(_ track: Track?, _ packets: [Packet], _ generation: () -> Int) {
        change { state in
            guard !state.isCancelled else { return }
            var waiting: [Entry] = []
            state.video.entries.forEach { waiting.append($0) }
            var entries = track.map { [Entry.track($0, isContinued: false)] } ?? []
            if let mark = waiting.first, case .generation = mark {
                entries.insert(mark, at: 0)
                waiting.removeFirst()
            } else {
                entries.insert(.generation(generation(), from: packets.first?.presentation), at: 0)
                entries += packets.map { .packet($0) }
            }
            state.video.replace(entries + waiting)
        }
    }
}

extension PacketStore.Queue {
    fileprivate mutating func replace(_ new: [PacketStore.Entry]) {
        entries = FIFO()
        bytes = 0
        first = nil
        for entry in new {
            entries.append(entry)
            guard case .packet(let packet) = entry else { continue }
            bytes += packet.payload.byteCount
            if first == nil { first = packet.decode ?? packet.presentation }
        }
    }
}
