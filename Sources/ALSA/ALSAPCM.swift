import CALSA
import Glibc
import MediaCore

/// An open playback PCM and the memory for one period. The only file that calls alsa-lib.
///
/// Used by one thread at a time: opened and closed by one, played by another, handed over by
/// `SinkMailbox`; hence `@unchecked`.
package final class ALSAPCM: @unchecked Sendable {
    package let name: String
    package let configuration: PCMConfiguration
    package let conversion: SampleConversion
    /// One period of rendered sound: two floats a frame.
    package let rendered: UnsafeMutableBufferPointer<Float>

    private let handle: OpaquePointer
    private let status: OpaquePointer
    private let period: UnsafeMutableRawBufferPointer

    /// The amount of unplayed sound in the device's buffer, at one moment.
    package struct Position: Sendable, Hashable {
        /// The number of frames before one written now would be heard.
        package var delay: Int64
        /// The number of frames that can be written without waiting.
        package var room: Int64
        /// The time at which the device reported this.
        package var time: HostTime
    }

    /// Opens the PCM called `name` (`default`, `plughw:0,0`, …) at 48 kHz stereo or what comes
    /// nearest. May block for as long as the card or the sound server takes.
    package init(
        opening name: String, period wantedPeriod: Duration, buffer wantedBuffer: Duration
    ) throws(ALSAError) {
        hearth_alsa_silence_messages()
        var opened: OpaquePointer?
        try Self.check(
            "snd_pcm_open", name, snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
        var statusMemory: OpaquePointer?
        snd_pcm_status_malloc(&statusMemory)
        guard let opened, let statusMemory else {
            throw ALSAError(call: "snd_pcm_open", device: name, errno: ENOMEM)
        }
        do {
            configuration = try Self.configure(opened, name, period: wantedPeriod, buffer: wantedBuffer)
        } catch {
            snd_pcm_status_free(statusMemory)
            snd_pcm_close(opened)
            throw error
        }
        self.name = name
        handle = opened
        status = statusMemory
        conversion = SampleConversion(format: configuration.sampleFormat, channels: configuration.channels)
        rendered = .allocate(capacity: configuration.periodFrames * 2)
        rendered.initialize(repeating: 0)
        period = .allocate(
            byteCount: configuration.periodFrames * conversion.bytesPerFrame, alignment: 16)
        period.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        snd_pcm_drop(handle)
        snd_pcm_close(handle)
        snd_pcm_status_free(status)
        rendered.deallocate()
        period.deallocate()
    }

    // MARK: - On the real-time thread: results are `errno` values, 0 for success

    /// Empties the device's buffer, fills it with silence and starts it. Returns how many frames of
    /// silence went in.
    package func prime(_ silence: inout Int64) -> Int32 {
        silence = 0
        snd_pcm_drop(handle)
        let prepared = snd_pcm_prepare(handle)
        if prepared < 0 { return -prepared }
        period.initializeMemory(as: UInt8.self, repeating: 0)
        let count = configuration.bufferFrames / max(1, configuration.periodFrames)
        for _ in 0..<max(1, count) {
            let written = snd_pcm_writei(handle, period.baseAddress, snd_pcm_uframes_t(configuration.periodFrames))
            if written == -Int(EAGAIN) { break }
            if written < 0 { return Int32(truncatingIfNeeded: -written) }
            silence += Int64(written)
        }
        let started = snd_pcm_start(handle)
        // A sound server may have started it already.
        if started < 0, started != -EBADFD || snd_pcm_state(handle) != SND_PCM_STATE_RUNNING { return -started }
        return 0
    }

    /// Waits until a period fits, at most `milliseconds`. `ETIMEDOUT` when it did not.
    package func wait(milliseconds: Int32) -> Int32 {
        let result = snd_pcm_wait(handle, milliseconds)
        if result > 0 { return 0 }
        return result == 0 ? ETIMEDOUT : -result
    }

    package func read(_ position: inout Position) -> Int32 {
        let result = snd_pcm_status(handle, status)
        if result < 0 { return -result }
        switch snd_pcm_status_get_state(status) {
        case SND_PCM_STATE_XRUN: return EPIPE
        case SND_PCM_STATE_SUSPENDED: return ESTRPIPE
        case SND_PCM_STATE_DISCONNECTED: return ENODEV
        default: break
        }
        position.delay = Int64(snd_pcm_status_get_delay(status))
        position.room = Int64(clamping: snd_pcm_status_get_avail(status))
        var stamp = timespec()
        snd_pcm_status_get_htstamp(status, &stamp)
        let time = HostTime(stamp)
        var read = timespec()
        clock_gettime(CLOCK_MONOTONIC, &read)
        let now = HostTime(read)
        // Some plugins give no timestamp or one of another clock: then the time of reading counts.
        position.time = abs(now.nanoseconds.subtractingSaturating(time.nanoseconds)) < 1_000_000_000 ? time : now
        return 0
    }

    /// Writes `rendered` in the card's format. Returns `EAGAIN` when it did not fit whole.
    package func playRendered() -> Int32 {
        conversion.convert(UnsafeBufferPointer(rendered), into: period)
        guard let base = period.baseAddress else { return EINVAL }
        var first = 0
        while first < configuration.periodFrames {
            let written = snd_pcm_writei(
                handle, base + first * conversion.bytesPerFrame,
                snd_pcm_uframes_t(configuration.periodFrames - first))
            if written == -Int(EINTR) { continue }
            if written < 0 { return Int32(truncatingIfNeeded: -written) }
            if written == 0 { return EAGAIN }
            first += written
        }
        return 0
    }

    // MARK: - Opening

    private static func check(_ call: String, _ name: String, _ result: Int32) throws(ALSAError) {
        if result < 0 { throw ALSAError(call: call, device: name, errno: -result) }
    }

    private static func configure(
        _ handle: OpaquePointer, _ name: String, period: Duration, buffer: Duration
    ) throws(ALSAError) -> PCMConfiguration {
        var allocated: OpaquePointer?
        snd_pcm_hw_params_malloc(&allocated)
        defer { snd_pcm_hw_params_free(allocated) }
        guard let hardware = allocated else {
            throw ALSAError(call: "snd_pcm_hw_params_malloc", device: name, errno: ENOMEM)
        }
        try check("snd_pcm_hw_params_any", name, snd_pcm_hw_params_any(handle, hardware))
        try check(
            "snd_pcm_hw_params_set_access", name,
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))

        let capabilities = Self.capabilities(handle, hardware)
        guard let format = capabilities.preferredFormat else {
            throw ALSAError(call: "snd_pcm_hw_params_set_format", device: name, errno: EINVAL)
        }
        try check("snd_pcm_hw_params_set_format", name, snd_pcm_hw_params_set_format(handle, hardware, format.alsa))
        var channels = UInt32(clamping: capabilities.preferredChannels)
        try check(
            "snd_pcm_hw_params_set_channels_near", name,
            snd_pcm_hw_params_set_channels_near(handle, hardware, &channels))
        var rate = UInt32(clamping: capabilities.preferredSampleRate)
        try check(
            "snd_pcm_hw_params_set_rate_near", name, snd_pcm_hw_params_set_rate_near(handle, hardware, &rate, nil))
        var periodMicroseconds = UInt32(clamping: period.nanoseconds / 1_000)
        try check(
            "snd_pcm_hw_params_set_period_time_near", name,
            snd_pcm_hw_params_set_period_time_near(handle, hardware, &periodMicroseconds, nil))
        var bufferMicroseconds = UInt32(clamping: buffer.nanoseconds / 1_000)
        try check(
            "snd_pcm_hw_params_set_buffer_time_near", name,
            snd_pcm_hw_params_set_buffer_time_near(handle, hardware, &bufferMicroseconds, nil))
        try check("snd_pcm_hw_params", name, snd_pcm_hw_params(handle, hardware))
        var periodFrames = snd_pcm_uframes_t()
        var bufferFrames = snd_pcm_uframes_t()
        try check(
            "snd_pcm_hw_params_get_period_size", name, snd_pcm_hw_params_get_period_size(hardware, &periodFrames, nil))
        try check("snd_pcm_hw_params_get_buffer_size", name, snd_pcm_hw_params_get_buffer_size(hardware, &bufferFrames))
        try setSoftware(handle, name, periodFrames: periodFrames, bufferFrames: bufferFrames)
        // A period of more than a second can't be right: no card has one.
        guard rate > 0, periodFrames > 0, periodFrames <= UInt(rate), bufferFrames >= periodFrames else {
            throw ALSAError(call: "snd_pcm_hw_params", device: name, errno: EINVAL)
        }
        return PCMConfiguration(
            sampleFormat: format, channels: Int(channels), sampleRate: Int(rate),
            periodFrames: Int(periodFrames), bufferFrames: Int(clamping: bufferFrames))
    }

    private static func capabilities(_ handle: OpaquePointer, _ hardware: OpaquePointer) -> PCMCapabilities {
        var channels: (UInt32, UInt32) = (2, 2)
        var rates: (UInt32, UInt32) = (48_000, 48_000)
        snd_pcm_hw_params_get_channels_min(hardware, &channels.0)
        snd_pcm_hw_params_get_channels_max(hardware, &channels.1)
        snd_pcm_hw_params_get_rate_min(hardware, &rates.0, nil)
        snd_pcm_hw_params_get_rate_max(hardware, &rates.1, nil)
        return PCMCapabilities(
            formats: Set(
                SampleFormat.allCases.filter {
                    snd_pcm_hw_params_test_format(handle, hardware, $0.alsa) == 0
                }),
            channels: Int(channels.0)...Int(max(channels.0, channels.1)),
            sampleRates: Int(rates.0)...Int(max(rates.0, rates.1)))
    }

    private static func setSoftware(
        _ handle: OpaquePointer, _ name: String, periodFrames: snd_pcm_uframes_t,
        bufferFrames: snd_pcm_uframes_t
    ) throws(ALSAError) {
        var allocated: OpaquePointer?
        snd_pcm_sw_params_malloc(&allocated)
        defer { snd_pcm_sw_params_free(allocated) }
        guard let software = allocated else { return }
        try check("snd_pcm_sw_params_current", name, snd_pcm_sw_params_current(handle, software))
        var boundary = snd_pcm_uframes_t()
        snd_pcm_sw_params_get_boundary(software, &boundary)
        // The PCM is started by `prime` alone, and stopped by the device when it runs dry.
        snd_pcm_sw_params_set_start_threshold(handle, software, boundary)
        snd_pcm_sw_params_set_stop_threshold(handle, software, bufferFrames)
        snd_pcm_sw_params_set_avail_min(handle, software, periodFrames)
        snd_pcm_sw_params_set_tstamp_mode(handle, software, SND_PCM_TSTAMP_ENABLE)
        snd_pcm_sw_params_set_tstamp_type(handle, software, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        try check("snd_pcm_sw_params", name, snd_pcm_sw_params(handle, software))
    }
}

extension SampleFormat {
    fileprivate var alsa: snd_pcm_format_t {
        switch self {
        case .signed16: SND_PCM_FORMAT_S16
        case .signed32: SND_PCM_FORMAT_S32
        case .float32: SND_PCM_FORMAT_FLOAT
        }
    }
}

extension HostTime {
    fileprivate init(_ time: timespec) {
        self.init(
            nanoseconds: Int64(time.tv_sec).multipliedSaturating(by: 1_000_000_000)
                .addingSaturating(Int64(time.tv_nsec)))
    }
}
