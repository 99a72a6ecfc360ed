import MediaCore

/// Tells when each frame is heard, on the host's clock, from noisy reports of the device's position.
///
/// A delay-locked loop of second order (F. Adriaensen, "Using a DLL to filter time", 2005): reports
/// scatter by a period or a scheduling delay, the crystal behind them does not. Its bandwidth starts
/// wide and narrows with time, so that it is right within a few reports and quiet after seconds.
package struct DeviceClock: Sendable {
    /// The rate that the device claims, in frames a second.
    private let nominalRate: Double
    /// A point of the line from frames to time; its slope is `nanosecondsPerFrame`.
    private var anchor: (frame: Int64, time: Int64)?
    private var nanosecondsPerFrame: Double
    /// The time in seconds since the first report.
    private var elapsedSeconds = 0.0

    /// The deviation from which a report is no jitter: the device stopped or jumped.
    private static let jump = Duration.milliseconds(50)
    /// The final bandwidth of the loop, in hertz.
    private static let finalBandwidth = 0.05
    /// The seconds in which only the phase is learnt: the first reports say nothing about the rate.
    private static let settling = 0.5
    /// The largest deviation of the rate that is believed. Crystals stay within 100 ppm; a converter
    /// that follows another clock may need more.
    private static let largestSkew = 0.01

    package init(sampleRate: Int) {
        nominalRate = Double(max(1, sampleRate))
        nanosecondsPerFrame = 1e9 / nominalRate
    }

    /// The ratio of the device's rate to its nominal one; 1 until known.
    package var skew: Double { 1e9 / nanosecondsPerFrame / nominalRate }

    /// Takes in that `frame` was heard at `time`. Returns false when that was so far from the
    /// prediction that the line was begun anew.
    @discardableResult
    package mutating func observe(frame: Int64, at time: HostTime) -> Bool {
        guard let anchor else {
            begin(frame: frame, at: time)
            return true
        }
        let frames = frame.subtractingSaturating(anchor.frame)
        // The position has not moved since, so there is nothing to learn.
        guard frames != 0 else { return true }
        let predicted = predict(frame)
        let error = time.nanoseconds.subtractingSaturating(predicted)
        guard frames > 0, abs(Double(error)) < Self.jump.inSeconds * 1e9 else {
            begin(frame: frame, at: time)
            return false
        }
        let step = Double(frames) / nominalRate
        elapsedSeconds += step
        let bandwidth = max(Self.finalBandwidth, 0.25 / elapsedSeconds)
        let omega = min(1, 2 * Double.pi * bandwidth * step)
        let correction = Double(error)
        self.anchor = (frame, predicted.addingSaturating(Int64(saturating: min(1, 1.414 * omega) * correction)))
        guard elapsedSeconds > Self.settling else { return true }
        let slope = nanosecondsPerFrame + omega * omega * correction / Double(frames)
        let nominal = 1e9 / nominalRate
        nanosecondsPerFrame = min(nominal * (1 + Self.largestSkew), max(nominal * (1 - Self.largestSkew), slope))
        return true
    }

    /// The time at which `frame` is heard; nil before the first report.
    package func time(ofFrame frame: Int64) -> HostTime? {
        anchor == nil ? nil : HostTime(nanoseconds: predict(frame))
    }

    /// Forgets the device's position but not its rate: after an underrun.
    package mutating func restart() {
        anchor = nil
    }

    private mutating func begin(frame: Int64, at time: HostTime) {
        anchor = (frame, time.nanoseconds)
        elapsedSeconds = 0
    }

    private func predict(_ frame: Int64) -> Int64 {
        guard let anchor else { return 0 }
        let frames = Double(frame.subtractingSaturating(anchor.frame))
        return anchor.time.addingSaturating(Int64(saturating: frames * nanosecondsPerFrame))
    }
}
