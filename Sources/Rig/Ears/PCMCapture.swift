import Base
import CALSA
import Devices
import Glibc
import MediaCore
import Synchronization

/// Records the left channel of a capture PCM at 48 kHz until `finish`, and knows when each frame was
/// there: a loopback's other end, or the sound of an HDMI grabber.
package final class PCMCapture: Listening, Sendable {
    private struct Recording: Sendable {
        var samples: [Int32] = []
        var reports: [(sample: Int, time: HostTime)] = []
        /// The error of the call that ended it early.
        var error: Int32?
    }

    /// The format and the channels that the device was set to.
    private struct Layout: Sendable {
        var format: snd_pcm_format_t
        var channels: Int
    }

    private let device: String
    private let recording = Locked(Recording())
    private let isStopping = Atomic(false)
    private let thread = Mutex<NamedThread?>(nil)

    /// Starts to record.
    /// - Parameters:
    ///   - device: as ALSA names it, `hw:2,0`; it must have 48 kHz in 32 or 16 bits, stereo or mono
    ///   - latency: from the box's socket to this device's timestamps; taken off every time
    package init(_ device: String, latency: Duration = .zero) throws {
        self.device = device
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, device, SND_PCM_STREAM_CAPTURE, 0)
        guard result == 0, let pcm = opened else {
            throw SystemCallError(call: "snd_pcm_open \(device)", errno: -result)
        }
        let layout: Layout
        do throws(SystemCallError) {
            layout = try Self.configure(pcm, device)
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
        snd_pcm_start(pcm)
        let address = UInt(bitPattern: pcm)
        try thread.withLock { thread in
            thread = try NamedThread("capture") { [self] in
                if let pcm = OpaquePointer(bitPattern: address) { run(pcm, layout, latency) }
            }
        }
    }

    package func finish() throws -> Sound {
        isStopping.store(true, ordering: .relaxed)
        thread.withLock { if let running = $0.take() { running.join() } }
        let recording = recording.withLock { $0 }
        if let error = recording.error { throw SystemCallError(call: "snd_pcm_readi \(device)", errno: error) }
        return Sound(samples: recording.samples, reports: recording.reports)
    }

    private static func configure(_ pcm: OpaquePointer, _ device: String) throws(SystemCallError) -> Layout {
        var result: Int32 = 0
        for (format, channels) in [
            (SND_PCM_FORMAT_S32, 2), (SND_PCM_FORMAT_S16, 2), (SND_PCM_FORMAT_S32, 1), (SND_PCM_FORMAT_S16, 1),
        ] {
            result = snd_pcm_set_params(
                pcm, format, SND_PCM_ACCESS_RW_INTERLEAVED, UInt32(channels), UInt32(Beep.sampleRate), 0, 500_000)
            guard result == 0 else { continue }
            var parameters: OpaquePointer?
            snd_pcm_sw_params_malloc(&parameters)
            defer { snd_pcm_sw_params_free(parameters) }
            snd_pcm_sw_params_current(pcm, parameters)
            snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE)
            snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
            snd_pcm_sw_params(pcm, parameters)
            return Layout(format: format, channels: channels)
        }
        throw SystemCallError(call: "snd_pcm_set_params 48000 Hz on \(device) (try plug\(device))", errno: -result)
    }

    private func run(_ pcm: OpaquePointer, _ layout: Layout, _ latency: Duration) {
        var result = Recording()
        var status: OpaquePointer?
        snd_pcm_status_malloc(&status)
        // Room for the larger of the two.
        var words = [Int32](repeating: 0, count: layout.channels * Self.period)
        while !isStopping.load(ordering: .relaxed) {
            let count = snd_pcm_readi(pcm, &words, snd_pcm_uframes_t(Self.period))
            guard count > 0 else {
                result.error = Int32(clamping: -count)
                break
            }
            Self.append(words, count, layout, to: &result.samples)
            snd_pcm_status(pcm, status)
            let time = HostTime(nanoseconds: hearth_alsa_nanoseconds(status))
            result.reports.append((result.samples.count + Int(snd_pcm_status_get_avail(status)), time - latency))
        }
        snd_pcm_status_free(status)
        snd_pcm_close(pcm)
        recording.withLock { $0 = result }
    }

    private static let period = 960

    private static func append(_ words: [Int32], _ frames: Int, _ layout: Layout, to samples: inout [Int32]) {
        if layout.format == SND_PCM_FORMAT_S32 {
            for frame in 0..<frames { samples.append(words[layout.channels * frame]) }
        } else {
            words.withUnsafeBytes { bytes in
                let shorts = bytes.bindMemory(to: Int16.self)
                for frame in 0..<frames { samples.append(Int32(shorts[layout.channels * frame]) << 16) }
            }
        }
    }
}
