import Base
import CALSA
import Glibc
import MediaCore
import Synchronization

/// Records the left channel of a capture PCM (48 kHz, S32, stereo) until `finish`, and knows when
/// each frame was there.
package final class LoopbackCapture: Listening, Sendable {
    private struct Recording: Sendable {
        var samples: [Int32] = []
        var reports: [(sample: Int, time: HostTime)] = []
        var errors = 0
    }

    private let recording = Locked(Recording())
    private let isStopping = Atomic(false)
    private let thread = Mutex<NamedThread?>(nil)

    package init(_ device: String) throws {
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, device, SND_PCM_STREAM_CAPTURE, 0)
        guard result == 0, let pcm = opened else {
            throw SystemCallError(call: "snd_pcm_open \(device)", errno: -result)
        }
        let set = snd_pcm_set_params(
            pcm, SND_PCM_FORMAT_S32, SND_PCM_ACCESS_RW_INTERLEAVED, 2, 48_000, 0, 500_000)
        guard set == 0 else { throw SystemCallError(call: "snd_pcm_set_params \(device)", errno: -set) }
        var parameters: OpaquePointer?
        snd_pcm_sw_params_malloc(&parameters)
        snd_pcm_sw_params_current(pcm, parameters)
        snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE)
        snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        snd_pcm_sw_params(pcm, parameters)
        snd_pcm_sw_params_free(parameters)
        snd_pcm_start(pcm)
        let address = UInt(bitPattern: pcm)
        try thread.withLock { thread in
            thread = try NamedThread("capture") { [self] in
                if let pcm = OpaquePointer(bitPattern: address) { run(pcm) }
            }
        }
    }

    package func finish() throws -> Sound {
        isStopping.store(true, ordering: .relaxed)
        thread.withLock { if let running = $0.take() { running.join() } }
        let recording = recording.withLock { $0 }
        if recording.errors > 0 { throw SystemCallError(call: "snd_pcm_readi", errno: EPIPE) }
        return Sound(samples: recording.samples, reports: recording.reports)
    }

    private func run(_ pcm: OpaquePointer) {
        var result = Recording()
        var status: OpaquePointer?
        snd_pcm_status_malloc(&status)
        var frames = [Int32](repeating: 0, count: 2 * 960)
        while !isStopping.load(ordering: .relaxed) {
            let count = snd_pcm_readi(pcm, &frames, 960)
            guard count > 0 else {
                result.errors += 1
                break
            }
            for frame in 0..<count { result.samples.append(frames[2 * frame]) }
            snd_pcm_status(pcm, status)
            var stamp = timespec()
            snd_pcm_status_get_htstamp(status, &stamp)
            result.reports.append(
                (
                    result.samples.count + Int(snd_pcm_status_get_avail(status)),
                    HostTime(nanoseconds: Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec))
                ))
        }
        snd_pcm_status_free(status)
        snd_pcm_close(pcm)
        recording.withLock { $0 = result }
    }
}
