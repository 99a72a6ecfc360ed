import ALSA
import Appliance
import CEC
import Capture
import ConfigurationFile
import Devices
import FFmpeg
import Headless
import KMS
import LinuxInput
import Logging
import Networking

/// Makes the devices that the configuration names.
struct DeviceSelection {
    let configuration: Configuration
    let headless: HeadlessOptions
    let logger: Logger
    /// Where the TV showed the box when the last run ended; nil: it did not, or nobody knows.
    var shownAt: UInt16?

    func devices() throws -> BoxDevices {
        let (sink, peaks) = try sink()
        let isHeadless = configuration.display.device == .headless
        var sources: [any KeySource] = []
        var bus: CECLine?
        // A headless box stands beside others on one machine: it takes nobody's keyboard.
        if !isHeadless {
            let remotes = try EvdevSource()
            remotes.grab(configuration.input.grab)
            sources.append(remotes)
            if configuration.input.cec {
                let cec = try CECLine(
                    CECLine.Configuration(settings: cecSettings, port: configuration.cec.adapter, remembered: shownAt))
                sources.append(cec)
                bus = cec
            }
        }
        let display = try display()
        var devices = BoxDevices(
            clock: MonotonicClock(), display: display, sink: sink, keySources: sources, cec: bus,
            infrared: isHeadless ? nil : KernelInfrared(), batteries: isHeadless ? nil : PowerSupplies(),
            fetcher: try fetcher(), codecs: FFmpegLibrary(decoding: decoding) { display.output.size }, soundPeaks: peaks
        )
        devices.inputs = CaptureInputs(
            configuration.inputs.reduce(into: [:]) { $0[$1.name] = InputSettings($1) })
        return devices
    }

    private var cecSettings: CECSettings {
        var settings = CECSettings()
        settings.osdName = configuration.input.osdName
        settings.oneTouchPlay =
            switch configuration.cec.oneTouchPlay {
            case .never: .never
            case .press: .press
            case .always: .always
            }
        settings.switchesTelevisionOff = configuration.cec.standbyTelevision
        settings.inputLost =
            switch configuration.cec.inputLost {
            case .nothing: .nothing
            case .pause: .pause
            case .mute: .mute
            }
        settings.televisionOff =
            switch configuration.cec.televisionOff {
            case .nothing: .nothing
            case .pause: .pause
            case .standby: .standby
            }
        settings.volume =
            switch configuration.cec.volume {
            case .box: .box
            case .receiver: .receiver
            case .television: .television
            }
        return settings
    }

    /// Makes the fetchers: a provider that allows only so many connections has its own, limited to them.
    private func fetcher() throws -> ConnectionLimiter {
        var options = CurlFetcher.Options()
        options.keepsSpare = true
        let limit = configuration.network.maximumConnections
        options.connectionsPerHost = limit ?? options.connectionsPerHost
        let others = try CurlFetcher(options: options)
        let providers = try configuration.providers.map { provider in
            guard let limit = provider.maximumConnections else {
                return ConnectionLimiter.Provider(
                    name: provider.name, hosts: provider.servers, limit: nil, fetcher: others)
            }
            var options = options
            options.connectionsPerHost = limit
            options.connections = limit
            return ConnectionLimiter.Provider(
                name: provider.name, hosts: provider.servers, limit: limit, fetcher: try CurlFetcher(options: options))
        }
        return ConnectionLimiter(providers: providers, others: others, limit: limit)
    }

    /// The decoding preference: pictures that go to no screen are read by software, so hardware would only
    /// have to give them back.
    private var decoding: DecodingPolicy.Preference {
        configuration.video.decoding == .software || configuration.display.device == .headless ? .software : .automatic
    }

    private func display() throws -> any Display {
        let mode: ModeSetting =
            configuration.display.mode.map { .size($0.size, refreshRate: $0.refreshRate) } ?? .automatic
        switch configuration.display.device {
        case .headless:
            return try HeadlessDisplay(
                HeadlessDisplay.Configuration(
                    size: configuration.display.headlessSize, refreshRate: configuration.display.headlessRate,
                    composes: headless.composes, recordingPath: headless.record))
        case .automatic:
            return try KMSDisplay(KMSDisplay.Configuration(mode: mode), log: logger)
        case .path(let path):
            return try KMSDisplay(KMSDisplay.Configuration(device: path, mode: mode), log: logger)
        }
    }

    private func sink() throws -> (any AudioSink, @Sendable () -> [Double]) {
        switch configuration.audio.device {
        case .headless:
            let sink = try HeadlessSink(
                recording: HeadlessSink.RecordingPaths(
                    wave: headless.recordSound, lines: headless.recordSound.map { $0 + ".jsonl" }))
            return (sink, { [Decibels.of(sink.level.peak)] })
        case .pcm(let name):
            let sink = try ALSASink(
                ALSASink.Configuration(
                    device: name, period: configuration.audio.period, buffer: configuration.audio.buffer))
            return (sink, { [] })
        }
    }
}

extension InputSettings {
    /// What the configuration says of an input.
    fileprivate init(_ input: Configuration.WiredInput) {
        let video = CaptureSettings(
            device: input.device, input: input.connector, size: input.size,
            format: input.format.flatMap(CaptureFormat.init), rate: Double(input.rate))
        self.init(video: input.device.isEmpty ? nil : video, sound: input.sound.isEmpty ? nil : input.sound)
    }
}
