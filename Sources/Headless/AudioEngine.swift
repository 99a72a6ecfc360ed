import Base
import Devices
import MediaCore

/// Plays a renderer's sound on a modelled card: asks for periods when the model has room, and knows
/// which of them was heard.
struct AudioEngine: ~Copyable {
    private(set) var model: AudioDeviceModel
    private(set) var framesPlayed: UInt64 = 0
    private(set) var recordingTrouble: SystemCallError?
    private var meter = AudioLevelMeter()
    private var recording: AudioRecording?
    private var now: HostTime
    private let renderer: any AudioRenderer
    private let buffer: UnsafeMutableBufferPointer<Float>
    /// The blocks that are rendered but not yet heard.
    private var pending: [Block] = []
    /// Memory of blocks that were heard, for others.
    private var spare: [[Float]] = []

    private struct Block {
        var samples: [Float]
        var from: HostTime
        var to: HostTime
    }

    enum Fault: Sendable {
        case runDry(Duration)
        case unplug
        case plug
    }

    init(
        _ configuration: AudioDeviceModel.Configuration, renderer: any AudioRenderer, startedAt time: HostTime,
        recording: AudioRecording?
    ) {
        model = AudioDeviceModel(configuration, startedAt: time)
        now = time
        self.renderer = renderer
        self.recording = recording
        buffer = .allocate(capacity: configuration.periodFrames * max(1, configuration.format.channels))
        buffer.initialize(repeating: 0)
    }

    deinit {
        buffer.deallocate()
    }

    var level: AudioLevel { meter.level }
    var latency: Duration { model.next.presentation - model.next.due }

    /// Causes a fault at the time of the last `advance`.
    mutating func strike(_ fault: Fault) {
        switch fault {
        case .runDry(let gap):
            guard model.isPlugged else { return }
            note("underrun", at: model.next.presentation)
            model.runDry(for: gap)
        case .unplug:
            guard model.isPlugged else { return }
            let now = now
            finishBlocks { $0.from < now }
            pending.removeAll(keepingCapacity: true)
            meter.clear()
            model.unplug(at: now)
            note("unplugged", at: now)
        case .plug:
            guard !model.isPlugged else { return }
            model.plug(at: now)
            note("plugged", at: now)
        }
    }

    /// Plays up to `time`. With `isStrict`, a period asked for after it should have been heard means
    /// that the card ran dry meanwhile.
    mutating func advance(to time: HostTime, isStrict: Bool) {
        guard time > now else { return }
        now = time
        while model.next.due <= time {
            if isStrict, model.isPlugged, model.next.presentation < time {
                strike(.runDry(time - model.next.presentation + .milliseconds(1)))
            }
            let request = model.next
            renderer.render(
                into: buffer, format: model.configuration.format, presentation: request.presentation)
            model.take()
            if request.isHeard {
                var samples = spare.popLast() ?? Array(repeating: 0, count: buffer.count)
                samples.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: buffer) }
                pending.append(
                    Block(samples: samples, from: request.presentation, to: model.next.presentation))
            }
        }
        finishBlocks { $0.to <= time }
    }

    mutating func finish() {
        let now = now
        finishBlocks { $0.from < now }
        record { recording throws(SystemCallError) in try recording.finish() }
    }

    private mutating func finishBlocks(where isHeard: (Block) -> Bool) {
        let count = pending.prefix(while: isHeard).count
        for block in pending.prefix(count) {
            let level = meter.add(block.samples, format: model.configuration.format)
            framesPlayed += UInt64(model.configuration.periodFrames)
            record { recording throws(SystemCallError) in
                try recording.append(block.samples, from: block.from, to: block.to, level: level)
            }
            spare.append(block.samples)
        }
        pending.removeFirst(count)
    }

    private mutating func note(_ event: String, at time: HostTime) {
        record { recording throws(SystemCallError) in try recording.note(event, at: time) }
    }

    /// Records, unless that has failed before: a full disk ends the recording and not the sound.
    private mutating func record(_ body: (inout AudioRecording) throws(SystemCallError) -> Void) {
        guard var open = recording else { return }
        do {
            try body(&open)
            recording = open
        } catch {
            recordingTrouble = error
            recording = nil
        }
    }
}
