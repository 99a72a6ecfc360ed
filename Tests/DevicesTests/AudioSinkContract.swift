import Devices
import MediaCore
import Testing

/// Checks what every audio sink promises.
///
/// - Parameters:
///   - tolerance: the most between successive presentation times and the frames between them
///   - advance: moves a sink that does not move by itself, until its renderer has been called `count`
///     times more
func checkAudioSinkContract(
    _ sink: some AudioSink, tolerance: Duration, advance: (ToneRenderer, Int) async -> Void
) async throws {
    let renderer = ToneRenderer()
    try sink.start(renderer)
    await advance(renderer, 60)
    let before = sink.statistics
    await advance(renderer, 60)
    let after = sink.statistics
    sink.stop()
    let calls = renderer.calls
    #expect(calls.count >= 120)
    #expect(after.framesPlayed > before.framesPlayed)
    #expect(after.latency > .zero && after.latency < .seconds(1))
    #expect(after.underruns == 0)

    // The first calls may have produced nothing, while the card was being opened.
    for (a, b) in zip(calls.dropFirst(30), calls.dropFirst(31)) {
        #expect(b.format.channels == 2)
        let step = b.presentation - a.presentation - a.format.duration(frames: a.frames)
        #expect(abs(step.inSeconds) < tolerance.inSeconds, "presentation moved by \(step) too much")
    }
    sink.stop()
    #expect(renderer.calls.count == calls.count, "rendered after stop")

    var events: [AudioSinkEvent] = []
    for await event in sink.events { events.append(event) }
    #expect(events.contains { if case .started = $0 { true } else { false } })
}
