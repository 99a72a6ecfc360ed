import Base
import Devices
import Logging
import MediaCore
import Synchronization

/// Decodes an item's pictures, from packets to frames; on the thread `hearth-dec-v`.
extension PlaybackItem {
    /// Decodes until the item is cancelled. While nothing is to be decoded there is no decoder.
    func decodeVideo() {
        var decoding = VideoDecoding(library) { [self] outcome in handle(outcome) }
        var generation = 0
        var from: MediaTime?
        var run = 0
        while !store.isCancelled() {
            let known = run
            let isOver = { [self] in videoRun.load(ordering: .acquiring) != known }
            if let entry = store.pop(.video, unless: isOver) {
                if case .renewed(let number, let key) = entry { (generation, from) = (number, key) }
                decoding.isBehind = shared.withLock { $0.isBehind }
                decoding.handle(entry) { [self] frame in deliver(frame, generation, from: from) }
            } else if isOver() {
                let (track, packets) = decoding.close()
                store.giveBack(track, packets) { [self] in frames.generation }
                store.wait { [self] in
                    run = videoRun.load(ordering: .acquiring)
                    return run & 1 == 1
                }
            } else {
                decoding.drain { [self] frame in deliver(frame, generation, from: from) }
                frames.end(generation: generation)
                store.wait(until: isOver)
            }
        }
    }

    private func handle(_ outcome: VideoDecoding.Outcome) {
        switch outcome {
        case .opened(let name):
            let isNew = shared.withLock { state in
                defer { state.info.videoDecoder = name }
                return state.info.videoDecoder != nil && state.info.videoDecoder != name
            }
            if isNew { sendInfo() }
        case .replaced(let error):
            Self.log.warning("video decoder replaced", metadata: ["item": "\(id)", "reason": "\(error)"])
        case .impossible(let error):
            store.reject(.video)
            tellReady()
            if sound.exists != true { fail(.decoder(error)) }
            tellUnplayable { $0.picture = error.codec }
            Self.log.warning("no video decoder", metadata: ["item": "\(id)", "reason": "\(error)"])
        }
    }

    private func deliver(_ frame: VideoFrame, _ generation: Int, from: MediaTime?) {
        let size = frame.size
        let duration = frame.duration
        if isEarly(frame.presentation + duration) { return }
        // Pictures before the key frame depend on pictures that were left out.
        if let from, frame.presentation < from { return }
        guard frames.push(frame, generation: generation) else { return }
        let (isFirst, hasChanged) = shared.withLock { state in
            let before = state.info
            state.info.size = size
            if state.info.framesPerSecond == nil, duration > .zero {
                state.info.framesPerSecond = 1 / duration.inSeconds
            }
            defer { state.hasFirstFrame = true }
            return (!state.hasFirstFrame, state.info != before)
        }
        if isFirst { send(.firstFrameDecoded) }
        tellReady()
        if hasChanged { sendInfo() }
    }
}
