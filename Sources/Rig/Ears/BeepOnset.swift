extension Beep {
    /// The sample at which it began, within a millisecond. The origin's beep swells for 4 ms, and coding
    /// smears its very beginning; its half level does not move and comes 2 ms after it.
    ///
    /// - Parameter samples: the recording in which it was found
    package func onset(in samples: [Int32]) -> Int {
        let half = UInt32(peak / 2 * Double(Int32.max))
        // Coding may make it seem to begin a little early; a beep's middle is loud in any case.
        let loud = samples[frames].firstIndex { $0.magnitude >= half } ?? frames.lowerBound
        return max(0, loud - Self.sampleRate / 500)
    }
}
