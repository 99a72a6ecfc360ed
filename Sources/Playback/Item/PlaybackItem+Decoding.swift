import Base
import Devices
import Logging
import MediaCore

/// Decodes an item's pictures, from packets to frames; on the thread `hearth-dec-v`.
extension PlaybackItem {
    /// Decodes until the item is cancelled. Between runs of decoding there is no decoder.
    func decodeVideo() {
        var decoding = VideoDecoding(library) { [self] outcome in handle(outcome) }
        while let run = store.nextRun() {
            var generation = run
            var from: MediaTime?
            while !store.isOver(run) {
                // A packet waits here while there is no room for its picture: it is small, and decoded it would take
                // several pictures, with those that it depends on.
                core.wait { $0.frames.hasRoom ? () : nil }
                if let entry = store.pop(.video, of: run) {
                    if case .generation(let number, let key) = entry { (generation, from) = (number, key) }
                    decoding.isBehind = core.withLock { $0.isBehind }
                    decoding.handle(entry) { [self] frame in deliver(frame, generation, from: from) }
                } else if !store.isOver(run) {
                    decoding.drain { [self] frame in deliver(frame, generation, from: from) }
                    core.update { $0.frames.end(generation: generation) }
                    store.waitUntilOver(run)
                }
            }
            let (track, packets) = decoding.close()
            store.giveBack(track, packets) { [self] in core.withLock { $0.frames.generation } }
        }
    }

    private func handle(_ outcome: VideoDecoding.Outcome) {
        switch outcome {
        case .opened(let name): handle(.decoderOpened(name))
        case .replaced(let error):
            Self.log.warning("video decoder replaced", metadata: ["item": "\(id)", "reason": "\(error)"])
        case .impossible(let error):
            store.reject(.video)
            tellReady()
            handle(.picturesLost(error, hasSound: core.withLock { $0.sounding.exists } == true))
            Self.log.warning("no video decoder", metadata: ["item": "\(id)", "reason": "\(error)"])
        }
    }

    /// Puts a picture where it waits for the screen; blocks while there is no room. Drops what is not for the viewer.
    private func deliver(_ frame: VideoFrame, _ generation: Int, from: MediaTime?) {
        // Pictures before the key frame depend on pictures that were left out.
        if let from, frame.presentation < from { return }
        core.wait { [clock] core -> Void? in
            if core.state.isEarly(frame.presentation + frame.duration) { return () }
            guard let isTaken = core.frames.push(frame, generation: generation) else { return nil }
            if isTaken { core.note(.picture(frame.size, frame.duration, isReady: isReady(core)), at: clock.now) }
            return ()
        }
        carryOut()
    }
}
