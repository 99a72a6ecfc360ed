import Base
import Devices
import Glibc
import MediaCore

/// Gives what an input of the box captures as packets, as they come. Bound to its thread.
final class InputDemuxer: Demuxer {
    private let name: String
    private let stopping: InputStop
    private let pictures: CaptureStream?
    private let maker: PictureMaker?
    private var sound: SoundCapture?
    /// Why there is no sound though there should be; nil: nothing.
    private var soundFault: String?
    private var clock = CaptureClock()
    private var soundStep = SoundStep()
    /// Whether the tracks as they are were announced.
    private var hasTold = false
    /// When `next` returned last, and when the signal was looked at.
    private var returned: HostTime?
    private var checked: HostTime
    private var ready: [Packet] = []

    private static var now: HostTime { MonotonicClock().now }
    private static let pictureTrack = 0
    private static let soundTrack = 1
    /// Nobody took what came for so long: it is old, and is thrown away.
    private static let stale: Duration = .milliseconds(200)

    init(_ name: String, _ settings: InputSettings, stopping: InputStop) throws(DemuxError) {
        self.name = name
        self.stopping = stopping
        checked = Self.now
        do throws(CaptureError) {
            pictures = if let video = settings.video { try CaptureStream(video) } else { nil }
        } catch {
            throw .input(InputError(error, of: name))
        }
        do throws(SystemCallError) {
            sound = if let device = settings.sound { try SoundCapture(device) } else { nil }
        } catch {
            // A picture without its sound is better than none.
            guard pictures != nil else { throw .input(.unusable(name, reason: "\(error)")) }
            soundFault = "\(error)"
        }
        maker = pictures.flatMap { PictureMaker(of: $0.device) }
        if let device = pictures?.device, maker == nil {
            throw .input(.unusable(name, reason: "\(device.path) gives pictures of \(device.size)"))
        }
    }

    func next() throws(DemuxError) -> DemuxEvent {
        let time = Self.now
        if let returned, time - returned > Self.stale { skip(to: time) }
        while true {
            guard hasTold else {
                hasTold = true
                return .tracks(tracks)
            }
            if let packet = ready.popLast() {
                returned = Self.now
                return .packet(packet)
            }
            try wait()
            try readPicture()
            try readSound()
        }
    }

    private var tracks: [Track] {
        var tracks: [Track] = []
        if let device = pictures?.device {
            tracks.append(Track(id: Self.pictureTrack, codec: .video(.raw), size: device.size))
        }
        if sound != nil {
            let format = AudioFormat.standard
            tracks.append(
                Track(
                    id: Self.soundTrack, codec: .audio(.raw), sampleRate: format.sampleRate,
                    channels: format.channels))
        } else if let soundFault {
            tracks.append(Track(id: Self.soundTrack, codec: .unsupported(soundFault, .sound)))
        }
        return tracks
    }

    /// Waits until there is something, or it is over.
    private func wait() throws(DemuxError) {
        var wanted = [pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0)]
        if let pictures { wanted.append(pollfd(fd: pictures.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0)) }
        if let sound { wanted += sound.descriptors }
        let count = poll(&wanted, nfds_t(wanted.count), 1_000)
        if count > 0, wanted[0].revents != 0 { throw .cancelled }
        guard let pictures else { return }
        // Not every driver reports that the signal went: each second they are asked.
        let time = Self.now
        guard wanted[1].revents & Int16(POLLPRI | POLLERR | POLLHUP) != 0 || time - checked > .seconds(1) else {
            return
        }
        checked = time
        do throws(CaptureError) { try pictures.checkEvents() } catch { throw lost(error) }
    }

    private func readPicture() throws(DemuxError) {
        guard let pictures, let maker else { return }
        do throws(CaptureError) {
            _ = try pictures.take { stamp, bytes in
                guard !stamp.isDamaged else { return }
                let time = clock.media(at: stamp.time)
                let rate = pictures.device.rate
                let duration: Duration = rate > 1 ? .seconds(1 / rate) : .zero
                guard let frame = maker.frame(bytes, at: time, for: duration) else { return }
                ready.insert(packet(Self.pictureTrack, time, duration, RawPicture(frame)), at: 0)
            }
        } catch {
            throw lost(error)
        }
    }

    private func readSound() throws(DemuxError) {
        guard let sound else { return }
        do throws(SystemCallError) {
            while let (samples, captured) = try sound.read() {
                let placed = soundStep.place(samples, stated: clock.media(at: captured))
                // What was captured before the first picture.
                guard placed.time >= .zero else { continue }
                let payload = RawSound(placed.samples)
                ready.insert(packet(Self.soundTrack, placed.time, placed.duration, payload), at: 0)
            }
        } catch {
            guard pictures != nil else { throw .input(.unusable(name, reason: "\(error)")) }
            (self.sound, soundFault, hasTold) = (nil, "\(error)", false)
        }
    }

    private func packet(
        _ track: Int, _ time: MediaTime, _ duration: Duration, _ payload: any PacketPayload
    ) -> Packet {
        Packet(track: track, presentation: time, decode: time, duration: duration, isKey: true, payload: payload)
    }

    /// Throws away what is old: what comes now goes on where that began.
    private func skip(to time: HostTime) {
        ready.removeAll()
        if let pictures { while (try? pictures.take { _, _ in }) == true {} }
        sound?.restart()
        clock.skip(to: time)
        soundStep.reset()
    }

    private func lost(_ error: CaptureError) -> DemuxError { .input(InputError(error, of: name)) }
}

extension InputError {
    fileprivate init(_ error: CaptureError, of name: String) {
        switch error {
        case .noSignal: self = .noSignal(name)
        case .signalChanged: self = .changed(name)
        case .call, .busy, .noDevice, .cannotStream, .noFormat: self = .unusable(name, reason: "\(error)")
        }
    }
}
