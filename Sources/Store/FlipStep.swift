import MediaCore

/// One step of a flip, named by its end. Each has its own duration, unlike the phases of a record, which all
/// count from the key.
package enum FlipStep: String, Hashable, Sendable, Codable, CaseIterable {
    /// Ends when the channel's item is asked for: presses may follow until then.
    case settle
    case playlist
    /// Ends with the first byte of media.
    case media
    /// Ends when the first frame is decoded: the rest of its bytes, and the decoder.
    case decode
    /// Ends when the item may be shown: the gate, and what else it must have to begin.
    case reveal
    /// Ends when the first frame is scanned out.
    case scanout
    /// Ends when another picture follows.
    case motion
    /// Lasts from the first picture to the first sound.
    case sound
}

/// The time of a step, in nanoseconds since the key.
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
    /// The steps that the flip got through, in order. All but the sound follow each other without a gap; a
    /// phase that came before its turn took no time.
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

    /// The step that cost most; for a failed flip, the one it did not get through. Nil where nothing is known.
    /// A picture stands for as long as the channel's own pace has it, and sound may follow a little later:
    /// only time above that counts.
    package var slowestStep: FlipStep? {
        if isFailed {
            // Old records lack some steps: take the one after the last known.
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

    /// How long the first picture may stand: at 24 a second for three vblanks of 60 Hz, and a little for their
    /// jitter.
    private static var longestPicture: Int64 { 55_000_000 }
    /// The time after the picture within which sound is in step for a viewer.
    private static var longestSilence: Int64 { 100_000_000 }
    private static var usualVBlank: Int64 { 16_666_667 }
    private static var longestCold: Int64 { 500_000_000 }

    /// Whether the flip was slow. A warm flip is slow when its first picture comes later than two vblanks
    /// after the key, or stands for longer than any channel's pace has it, or its sound comes later than 100
    /// ms after it. A cold one is slow when its picture moves later than after half a second, or after twice
    /// the channel's usual time. A failed flip is not slow, and one that asked for a passcode can't be judged.
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
