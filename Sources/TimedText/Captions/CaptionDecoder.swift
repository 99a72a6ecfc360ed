import MediaCore

/// Decodes all caption services of one video stream side by side: little work, and whichever a viewer
/// chooses is there at once. Feed it in presentation order.
package struct CaptionDecoder: Sendable {
    /// A change of what a service shows, from `time` until its next change.
    package struct Change: Sendable, Hashable {
        package var service: CaptionService
        package var time: MediaTime
        /// The cues; empty: nothing is shown. They end when the next change comes.
        package var cues: [TextCue]
    }

    private struct Shown {
        var cues: [CaptionBlock] = []
        /// The time when the service last had data.
        var heard: MediaTime
    }

    private var fields = [CEA608Field(), CEA608Field()]
    private var packets = DTVCCAssembler()
    private var services: [Int: CEA708Service] = [:]
    private var shown: [CaptionService: Shown] = [:]
    /// How long a service's captions stay without data: then a decoder erases them (47 CFR 15.119
    /// (j)).
    private static let patience: Duration = .seconds(16)

    package init() {}

    package mutating func decode(_ triplets: [CaptionTriplet], at time: MediaTime) -> [Change] {
        var touched: Set<CaptionService> = []
        for triplet in triplets {
            switch triplet.kind {
            case .field1, .field2:
                let index = triplet.kind == .field1 ? 0 : 1
                if let channel = fields[index].decode(triplet.first, triplet.second) {
                    touched.insert(.cc(index * 2 + channel))
                }
            case .packetStart, .packetData:
                for block in packets.add(triplet) {
                    services[block.service, default: CEA708Service()].decode(block.bytes)
                    touched.insert(.service(block.service))
                }
            }
        }
        return changes(touched, at: time) + expired(at: time)
    }

    /// Forgets what was shown and what was being built, as media is missing or something else begins.
    package mutating func reset(at time: MediaTime) -> [Change] {
        let visible = shown.filter { !$0.value.cues.isEmpty }.keys.sorted()
        self = CaptionDecoder()
        return visible.map { Change(service: $0, time: time, cues: []) }
    }

    private mutating func changes(_ touched: Set<CaptionService>, at time: MediaTime) -> [Change] {
        touched.sorted().compactMap { service in
            let blocks = blocks(of: service)
            let before = shown[service]?.cues ?? []
            shown[service] = Shown(cues: blocks, heard: time)
            return blocks == before
                ? nil : Change(service: service, time: time, cues: blocks.map { $0.cue(from: time) })
        }
    }

    private func blocks(of service: CaptionService) -> [CaptionBlock] {
        switch service {
        case .cc(let number): fields[(number - 1) / 2].blocks(channel: (number - 1) % 2 + 1)
        case .service(let number): services[number]?.blocks ?? []
        }
    }

    private mutating func expired(at time: MediaTime) -> [Change] {
        let silent = shown.filter { !$0.value.cues.isEmpty && time - $0.value.heard > Self.patience }.keys.sorted()
        for service in silent {
            shown[service]?.cues = []
            switch service {
            case .cc(let number): fields[(number - 1) / 2].erase(channel: (number - 1) % 2 + 1)
            case .service(let number): services[number]?.reset()
            }
        }
        return silent.map { Change(service: $0, time: time, cues: []) }
    }
}

/// A block of text on a caption screen.
struct CaptionBlock: Sendable, Hashable {
    var lines: [TextLine]
    var placement: TextPlacement

    /// The block as a cue, without an end as yet.
    func cue(from time: MediaTime) -> TextCue {
        TextCue(start: time, end: .endless, lines: lines, placement: placement)
    }
}
