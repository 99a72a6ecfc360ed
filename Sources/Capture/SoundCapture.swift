import Base
import CALSA
import Devices
import Glibc
import MediaCore

/// A capture PCM of ALSA that gives sound in `AudioFormat.standard` as it comes. For one thread; `deinit` closes it.
final class SoundCapture {
    private let pcm: OpaquePointer
    private let device: String
    private let format: snd_pcm_format_t
    private let channels: Int
    private let status: OpaquePointer
    private var words: [Int32]

    /// In microseconds; in four periods, of each of which who reads is told.
    private static let latency: UInt32 = 80_000
    /// The most frames that one read gives.
    private static let most = 960

    /// Opens the device, and lets it run. A bare device (`hw:`) is had in any rate and layout, through ALSA's own
    /// conversion.
    init(_ device: String) throws(SystemCallError) {
        hearth_alsa_silence_messages()
        self.device = device
        let name = device.hasPrefix("hw:") ? "plug" + device : device
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
        guard result == 0, let pcm = opened else {
            throw SystemCallError(call: "snd_pcm_open \(device)", errno: -result)
        }
        var allocated: OpaquePointer?
        guard let (format, channels) = Self.configure(pcm), snd_pcm_status_malloc(&allocated) == 0, let allocated,
            snd_pcm_start(pcm) == 0
        else {
            snd_pcm_status_free(allocated)
            snd_pcm_close(pcm)
            throw SystemCallError(
                call: "snd_pcm_set_params \(AudioFormat.standard.sampleRate) Hz on \(device)", errno: EINVAL)
        }
        self.pcm = pcm
        self.format = format
        self.channels = channels
        status = allocated
        words = [Int32](repeating: 0, count: Self.most * channels)
    }

    deinit {
        snd_pcm_status_free(status)
        snd_pcm_close(pcm)
    }

    private static func configure(_ pcm: OpaquePointer) -> (snd_pcm_format_t, Int)? {
        for (format, channels) in [(SND_PCM_FORMAT_S32, 2), (SND_PCM_FORMAT_S16, 2), (SND_PCM_FORMAT_S16, 1)] {
            guard
                snd_pcm_set_params(
                    pcm, format, SND_PCM_ACCESS_RW_INTERLEAVED, UInt32(channels),
                    UInt32(AudioFormat.standard.sampleRate), 1, latency) == 0
            else { continue }
            var parameters: OpaquePointer?
            snd_pcm_sw_params_malloc(&parameters)
            defer { snd_pcm_sw_params_free(parameters) }
            snd_pcm_sw_params_current(pcm, parameters)
            snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE)
            snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
            return snd_pcm_sw_params(pcm, parameters) == 0 ? (format, channels) : nil
        }
        return nil
    }

    /// What is to be polled for sound to read.
    var descriptors: [pollfd] {
        var all = [pollfd](repeating: pollfd(), count: max(0, Int(snd_pcm_poll_descriptors_count(pcm))))
        let count = snd_pcm_poll_descriptors(pcm, &all, UInt32(all.count))
        return Array(all.prefix(max(0, Int(count))))
    }

    /// The next sound, and when its first sample was captured; nil: there is none yet. What was lost, because it was not
    /// read in time, is left out.
    func read() throws(SystemCallError) -> (samples: [Float], time: HostTime)? {
        var count = snd_pcm_readi(pcm, &words, snd_pcm_uframes_t(Self.most))
        if count == -snd_pcm_sframes_t(EPIPE) || count == -snd_pcm_sframes_t(ESTRPIPE) {
            restart()
            count = 0
        }
        if count == 0 || count == -snd_pcm_sframes_t(EAGAIN) { return nil }
        guard count > 0 else {
            throw SystemCallError(call: "snd_pcm_readi \(device)", errno: Int32(clamping: -count))
        }
        snd_pcm_status(pcm, status)
        // Where no stamp is kept, it is now.
        let stamped = HostTime(nanoseconds: hearth_alsa_nanoseconds(status))
        let captured = stamped > .zero ? stamped : MonotonicClock().now
        let waiting = Int(clamping: snd_pcm_status_get_avail(status))
        let age = AudioFormat.standard.duration(frames: min(max(0, waiting), 1 << 20) + count)
        return (samples(count), captured - age)
    }

    /// Throws away what waits.
    func restart() {
        snd_pcm_drop(pcm)
        snd_pcm_prepare(pcm)
        snd_pcm_start(pcm)
    }

    private func samples(_ frames: Int) -> [Float] {
        let (isWide, channels) = (format == SND_PCM_FORMAT_S32, channels)
        return words.withUnsafeBytes { bytes in
            let wide = bytes.bindMemory(to: Int32.self)
            let narrow = UnsafeRawBufferPointer(bytes).assumingMemoryBound(to: Int16.self)
            return [Float](unsafeUninitializedCapacity: frames * 2) { samples, count in
                for index in 0..<frames * 2 {
                    let place = channels == 2 ? index : index / 2
                    samples[index] = isWide ? Float(wide[place]) / 2_147_483_648 : Float(narrow[place]) / 32_768
                }
                count = frames * 2
            }
        }
    }
}
