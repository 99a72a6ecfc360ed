import MediaCore

/// One step of a flip, named by what it ends with. Each has its own duration, unlike the phases of a
/// record, which all count from the key.
package enum FlipStep: String, Hashable, Sendable, Codable, CaseIterable {
    /// Until the channel's item is asked for: presses may follow.
    case settle
    case playlist
    /// Until the first byte of media.
    case media
    /// Until the first frame is decoded: the rest of its bytes, and the decoder.
    case decode
    /// Until it may be shown: the gate, and what else it must have to begin.
    case reveal
    /// Until it is scanned out.
    case scanout
    /// Until another picture follows.
    case motion
    /// From the first picture to the first sound.
    case sound
}

/// When a step was, in nanoseconds since the key.
package struct FlipSpan: Hashable, Sendable {
    package var step: FlipStep
    package var start: Int64
    package var length: Int64

    package init(step: FlipStep, start: Int64, length: Int64) {
        self.step = step
        self.start = start
        self.length = length
    }
}

extension FlipRecord {
    /// The steps that it got through, in order. All but the sound follow each other without a gap; what
    /// came before its turn took no time.
    package var spans: [FlipSpan] {
        let ends: [(FlipStep, Int64?)] = [
            (.settle, prepared), (.playlist, playlist), (.media, firstByte), (.decode, firstFrameDecoded),
            (.reveal, revealed), (.scanout, firstFrameScanout), (.motion, motion),
        ]
        var spans: [FlipSpan] = []
        var start: Int64 = 0
        for case (let step, let end?) in ends {
            let end = max(start, end)
            spans.append(FlipSpan(step: step, start: start, length: end - start))
            start = end
        }
        if let firstSound {
            let before = firstFrameScanout ?? start
            spans.append(FlipSpan(step: .sound, start: before, length: max(0, firstSound - before)))
        }
        return spans
    }

    package func duration(of step: FlipStep) -> Int64? { spans.first { $0.step == step }?.length }

    /// The step that cost most; of one that failed, the one it did not get through. Nil where nothing is
    /// known. A picture stands for as long as the channel's own pace has it, and sound may follow a little
    /// later: only what is over that counts.
    package var slowestStep: FlipStep? {
        if isFailed {
            // Old records have not each step: what follows the last one that is known.
            let steps = FlipStep.allCases
            guard let last = spans.last.flatMap({ steps.firstIndex(of: $0.step) }) else { return steps.first }
            return steps.dropFirst(last + 1).first
        }
        let costs = spans.map { span -> (FlipStep, Int64) in
            switch span.step {
            case .motion: (span.step, max(0, span.length - Self.longestPicture))
            case .sound: (span.step, max(0, span.length - Self.longestSilence))
            case .settle, .playlist, .media, .decode, .reveal, .scanout: (span.step, span.length)
            }
        }
        // The first of equal ones.
        return costs.reduce(into: nil as (FlipStep, Int64)?) { most, cost in
            if cost.1 > most?.1 ?? -1 { most = cost }
        }?.0
    }

    /// A picture of a channel of 24 a second stands for three vblanks of 60 Hz, and a little for their jitter.
    private static var longestPicture: Int64 { 55_000_000 }
    /// After the picture, by which sound is in step for a viewer.
    private static var longestSilence: Int64 { 100_000_000 }
    private static var usualVBlank: Int64 { 16_666_667 }
    private static var longestCold: Int64 { 500_000_000 }

    /// A warm flip is slow when its first picture comes later than two vblanks after the key, or stands
    /// for longer than any channel's pace has it, or its sound comes later than 100 ms after it. A cold one
    /// when its picture moves later than after half a second, or after twice the channel's usual time.
    /// One that failed is not slow, and of one that asked for a passcode nobody can say.
    ///
    /// - Parameter usual: the channel's p50 of cold flips, in nanoseconds, where enough of them are known
    package func isSlow(usual: Int64?) -> Bool {
        guard !isFailed, wasLocked != true, let end else { return false }
        guard warm else { return end > min(Self.longestCold, usual.map { $0.addingSaturating($0) } ?? .max) }
        if let firstFrameScanout, firstFrameScanout > 2 * (vblank ?? Self.usualVBlank) { return true }
        if let held = duration(of: .motion), held > Self.longestPicture { return true }
        return duration(of: .sound).map { $0 > Self.longestSilence } ?? false
    }
}
