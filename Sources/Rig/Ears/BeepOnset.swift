extension Beep {
    /// The sample at which it began, within half a millisecond. The origin's beep swells for 4 ms, and
    /// coding smears its very beginning; half of its height does not move and comes 2 ms after it.
    package var onset: Int { max(0, frames.lowerBound - Self.sampleRate / 500) }
}
