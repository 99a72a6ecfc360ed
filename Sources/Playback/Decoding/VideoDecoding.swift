import Devices
import MediaCore

/// Decodes one item's pictures, and goes on with another decoder when one dies: packets since the
/// last key frame are kept for that. Pictures may then come twice; the queue drops those it has had.
/// Bound to its thread.
struct VideoDecoding {
    enum Outcome {
        /// A decoder was opened; its name.
        case opened(String)
        /// The decoder died for this reason; another takes over.
        case replaced(DecodeError)
        /// Nothing decodes this track.
        case impossible(DecodeError)
    }

    var isBehind = false
    private let library: any CodecLibrary
    private let report: (Outcome) -> Void
    private var decoder: (any VideoDecoder)?
    private var track: Track?
    private var replay = ReplayBuffer()
    /// The time of the latest picture that came out.
    private var latest: MediaTime?
    /// The number of decoders that died on what `replay` holds.
    private var deaths = 0
    /// The number of deaths after which decoding goes on at the next key frame: more attempts would
    /// only burn time.
    private static let mostDeaths = 3

    init(_ library: any CodecLibrary, report: @escaping (Outcome) -> Void) {
        self.library = library
        self.report = report
    }

    mutating func handle(_ entry: PacketStore.Entry, _ emit: (VideoFrame) -> Void) {
        switch entry {
        case .track(let track, let isContinued):
            if decoder != nil, let known = self.track, track.continues(known) {
                if !isContinued { drain(emit) }
                return
            }
            drain(emit)
            self.track = track
            deaths = 0
            decoder = open()
        case .packet(let packet):
            guard decoder != nil else { return }
            if packet.isKey { deaths = 0 }
            replay.add(packet)
            decode(packet, emit)
        case .generation: drain { _ in }
        case .gap: break
        }
    }

    /// Closes the decoder; returns what another one needs to come to where this one was.
    mutating func close() -> (track: Track?, packets: [Packet]) {
        defer {
            decoder = nil
            track = nil
            replay.clear()
            latest = nil
            deaths = 0
        }
        return (track, replay.packets)
    }

    /// Emits the pictures that the decoder holds back; what follows must start at a key frame.
    mutating func drain(_ emit: (VideoFrame) -> Void) {
        decoder?.drain(emit)
        replay.clear()
        latest = nil
    }

    private mutating func open() -> (any VideoDecoder)? {
        guard let track else { return nil }
        do throws(DecodeError) {
            let decoder = try library.pictureDecoder(of: track)
            report(.opened(decoder.name))
            return decoder
        } catch {
            report(.impossible(error))
            return nil
        }
    }

    private mutating func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) {
        decoder?.skipsNonReference = isBehind
        do throws(DecodeError) {
            try send(packet, emit)
        } catch {
            if isFinal(error) {
                decoder = nil
                replay.clear()
                report(.impossible(error))
                return
            }
            replace(error, emit)
        }
    }

    /// Whether another decoder would do no better: it would have to take the same memory, or there is none for photos.
    private func isFinal(_ error: DecodeError) -> Bool {
        if case .tooLarge = error { return true }
        if case .video(.photo)? = track?.codec { return true }
        return false
    }

    private mutating func send(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError) {
        var latest = latest
        defer {
            self.latest = latest
            if let latest { replay.shown(latest) }
        }
        try decoder?.decode(packet) { frame in
            latest = max(latest ?? frame.presentation, frame.presentation)
            emit(frame)
        }
    }

    /// Opens another decoder, brings it to where the dead one was, and tries again if that kills it.
    private mutating func replace(_ error: DecodeError, _ emit: (VideoFrame) -> Void) {
        var error = error
        while true {
            report(.replaced(error))
            decoder = open()
            deaths += 1
            guard decoder != nil else { return }
            guard deaths < Self.mostDeaths else {
                replay.clear()
                return
            }
            do throws(DecodeError) {
                // The array is copied, because what comes out of it shortens the original.
                let packets = replay.packets
                for packet in packets {
                    // Pictures that were shown before are decoded only if others depend on them.
                    if let latest, let time = packet.presentation, time < latest {
                        decoder?.skipsNonReference = true
                    } else {
                        decoder?.skipsNonReference = isBehind
                    }
                    try send(packet, emit)
                }
                return
            } catch let again {
                error = again
            }
        }
    }
}
