import Base
import Devices
import MediaCore
import Testing

@testable import Playback

/// Tests of what hidden items do with packets, pictures and samples.
@Suite("Queues of hidden items")
struct HiddenQueuesTests {
    private final class Payload: PacketPayload {
        let byteCount = 100
        func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    private static let track = Track(id: 1, codec: .video(.h264))
    private static let other = Track(id: 2, codec: .video(.hevc))
    private static let voice = Track(id: 3, codec: .audio(.aac))

    private func packet(_ seconds: Double, isKey: Bool = false) -> PacketStore.Entry {
        .packet(
            Packet(
                track: 1, presentation: MediaTime(seconds: seconds), decode: MediaTime(seconds: seconds),
                duration: .milliseconds(500),
                isKey: isKey, payload: Payload()))
    }

    private func frame(_ seconds: Double) -> VideoFrame {
        VideoFrame(
            size: PixelSize(width: 2, height: 2), format: .i420, presentation: MediaTime(seconds: seconds),
            duration: .milliseconds(40), planes: [], release: {})
    }

    /// A store with two pictures a second and a key frame each second, from `first` on.
    private func store(_ seconds: ClosedRange<Double>) -> PacketStore {
        let store = PacketStore(keepsTakenAudio: true, bounds: .hidden)
        _ = store.push(.track(Self.track, isContinued: false), .video, feeding: [.video])
        for time in stride(from: seconds.lowerBound, through: seconds.upperBound, by: 0.5) {
            _ = store.push(packet(time, isKey: time.rounded() == time), .video, feeding: [.video])
        }
        return store
    }

    private func text(_ entry: PacketStore.Entry?) -> String {
        switch entry {
        case .track(let track, _): "track \(track.id)"
        case .packet(let packet): "\(packet.presentation?.seconds ?? -1)"
        case .gap: "gap"
        case .generation(let generation, let from): "generation \(generation) \(from?.seconds ?? -1)"
        case nil: "nothing"
        }
    }

    private func pop(_ store: PacketStore, _ count: Int) -> [String] {
        (0..<count).map { _ in text(store.pop(.video)) }
    }

    @Test("pictures before a key frame are dropped; the decoder is told to begin anew, and with what")
    func slide() {
        let store = store(0...4)
        #expect(store.waiting.keys.map(\.seconds) == [0, 1, 2, 3, 4])
        #expect(store.byteCount == 900)
        store.slideVideo(to: MediaTime(seconds: 3), generation: 7) {}
        #expect(store.byteCount == 300)
        #expect(store.span(.video) == .seconds(1))
        #expect(store.waiting.beginsWithKey)
        #expect(store.waiting.takenKey == nil)
        #expect(pop(store, 5) == ["generation 7 3.0", "track 1", "3.0", "3.5", "4.0"])
        #expect(store.waiting.takenKey?.seconds == 4)
    }

    @Test("The key frames of a hidden item are those that wait and the one that is decoded, each once, in order")
    func keys() {
        func stock(first: Double?, taken: Double?, waiting: [Double]) -> [Double] {
            var stock = ItemStock()
            stock.first = first.map { MediaTime(seconds: $0) }
            stock.waiting.takenKey = taken.map { MediaTime(seconds: $0) }
            stock.waiting.keys = waiting.map { MediaTime(seconds: $0) }
            return stock.keys.map(\.seconds)
        }
        #expect(stock(first: nil, taken: nil, waiting: []) == [])
        #expect(stock(first: nil, taken: 2, waiting: [3, 4]) == [2, 3, 4])
        #expect(stock(first: 2, taken: 2, waiting: [3]) == [2, 3])
        #expect(stock(first: 2, taken: 3, waiting: []) == [2, 3])
    }

    @Test("a track that begins among what is dropped is the one that is begun with, and the mark stands once")
    func tracks() {
        let store = store(0...1)
        _ = store.push(.track(Self.other, isContinued: false), .video, feeding: [.video])
        for time in [2.0, 2.5, 3] { _ = store.push(packet(time, isKey: time != 2.5), .video, feeding: [.video]) }
        store.slideVideo(to: MediaTime(seconds: 1), generation: 1) {}
        store.slideVideo(to: MediaTime(seconds: 2), generation: 2) {}
        #expect(pop(store, 4) == ["generation 2 2.0", "track 2", "2.0", "2.5"])
    }

    @Test("where that key frame is not, nothing is left but the track")
    func all() {
        let store = store(0...2)
        store.slideVideo(to: MediaTime(seconds: 9), generation: 1) {}
        #expect(store.byteCount == 0 && store.span(.video) == .zero)
        _ = store.push(packet(30, isKey: true), .video, feeding: [.video])
        _ = store.push(packet(31), .video, feeding: [.video])
        // Dropped packets do not count as media that waits.
        #expect(store.span(.video) == .seconds(1))
        #expect(pop(store, 3) == ["generation 1 -1.0", "track 1", "30.0"])
    }

    @Test("nobody takes what lies behind missing media before what lies before it was dropped")
    func gap() async throws {
        let store = store(0...0.5)
        store.addGap()
        for time in [8.0, 8.5] { _ = store.push(packet(time, isKey: time == 8), .video, feeding: [.video]) }
        #expect(pop(store, 3) == ["track 1", "0.0", "0.5"])
        async let next = blocking(on: "pop") { text(store.pop(.video)) }
        store.slideVideo(to: MediaTime(seconds: 7.5), generation: 3) {}
        #expect(try await next == "generation 3 7.5")
        #expect(pop(store, 2) == ["8.0", "8.5"])
    }

    @Test("what comes anew behind missing media is where it begins, though the old has a later key frame")
    func anew() {
        let store = store(0...0.5)
        for time in [1.0, 1.5] { _ = store.push(packet(time, isKey: time == 1), .video, feeding: [.video]) }
        store.addGap()
        for time in [0.0, 0.5] { _ = store.push(packet(time, isKey: time == 0), .video, feeding: [.video]) }
        store.addGap()
        store.slideVideo(to: MediaTime(seconds: -0.25), behindGap: true, generation: 1) {}
        store.closeGap()
        #expect(pop(store, 4) == ["generation 1 -0.25", "track 1", "0.0", "0.5"])
        // A gap that is gone already takes nothing more with it.
        store.end(.video)
        store.slideVideo(to: .zero, behindGap: true, generation: 2) {}
        #expect(pop(store, 2) == ["generation 2 -1.0", "nothing"])
    }

    @Test("a gap that is closed is taken for none, and one behind a beginning stays")
    func closedGap() {
        let store = store(0...0.5)
        store.addGap()
        _ = store.push(packet(8, isKey: true), .video, feeding: [.video])
        store.addGap()
        _ = store.push(packet(16, isKey: true), .video, feeding: [.video])
        store.slideVideo(to: MediaTime(seconds: 8), generation: 1) {}
        store.closeGap()
        #expect(pop(store, 4) == ["generation 1 8.0", "track 1", "8.0", "16.0"])
        #expect(store.byteCount == 0)
    }

    @Test("what a decoder had taken is there again, of the generation that is wanted then")
    func giveBack() {
        let store = store(0...2)
        var taken: [Packet] = []
        for _ in 0..<4 { if case .packet(let packet) = store.pop(.video) { taken.append(packet) } }
        store.giveBack(Self.track, taken) { 4 }
        store.remark(generation: 5) {}
        #expect(store.waiting.keys.map(\.seconds) == [0, 1, 2])
        #expect(pop(store, 5) == ["generation 5 0.0", "track 1", "0.0", "0.5", "1.0"])
    }

    @Test("what is past by then is not given back, but for its track")
    func givenBackTooLate() {
        let store = store(0...2)
        var taken: [Packet] = []
        for _ in 0..<2 { if case .packet(let packet) = store.pop(.video) { taken.append(packet) } }
        store.slideVideo(to: MediaTime(seconds: 2), generation: 1) {}
        store.giveBack(Self.track, taken) { 1 }
        #expect(pop(store, 3) == ["generation 1 2.0", "track 1", "2.0"])
    }

    @Test("sound is dropped up to a time, taken or not, and comes again from there with its track")
    func sound() {
        let store = PacketStore(keepsTakenAudio: true)
        _ = store.push(.track(Self.voice, isContinued: false), .audio, feeding: [.audio])
        for time in stride(from: 0.0, through: 3, by: 0.5) { _ = store.push(packet(time), .audio, feeding: [.audio]) }
        for _ in 0..<4 { _ = store.pop(.audio) }
        store.dropAudio(before: MediaTime(seconds: 0.5))
        #expect(store.byteCount == 600)
        store.rewindAudio()
        #expect(text(store.pop(.audio)) == "track 3")
        #expect(text(store.pop(.audio)) == "0.5")
        store.dropAudio(before: MediaTime(seconds: 2))
        store.rewindAudio()
        #expect(text(store.pop(.audio)) == "track 3")
        #expect(text(store.pop(.audio)) == "2.0")
    }

    @Test("a store is not full before its bounds, and they may be changed")
    func bounds() {
        let store = store(0...29.5)
        #expect(store.span(.video) == .seconds(29.5))
        store.setBounds(.playing)
        store.slideVideo(to: MediaTime(seconds: 26), generation: 1) {}
        #expect(store.push(packet(30, isKey: true), .video, feeding: [.video]))
    }

    /// A queue with its generations counted, whose writers wait as the decoder's thread does.
    private final class Frames: Sendable {
        let queue = Monitor(FrameQueue())

        func push(_ frame: VideoFrame, generation: Int) -> Bool {
            queue.wait { $0.push(frame, generation: generation) }
        }
        func end(generation: Int) { queue.update { $0.end(generation: generation) } }
        func setCapacity(_ capacity: Int) { queue.update { $0.setCapacity(capacity) } }

        func begin() -> Int {
            queue.update { queue in
                queue.begin(queue.generation + 1)
                queue.reach(queue.generation)
                return queue.generation
            }
        }

        func clear() -> Int {
            queue.update { queue in
                queue.clear(queue.generation + 1)
                queue.reach(queue.generation)
                return queue.generation
            }
        }

        var now: FrameQueue { queue.withLock { $0 } }
        var times: [MediaTime] { now.times }
    }

    @Test("pictures of a new generation take the place of the old ones when the first of them is there, not before")
    func frames() {
        let frames = Frames()
        frames.setCapacity(3)
        for index in 0..<3 { #expect(frames.push(frame(Double(index)), generation: 0)) }
        let generation = frames.begin()
        #expect(frames.times == [0, 1, 2].map { MediaTime(seconds: $0) })
        #expect(!frames.now.isEnded && frames.now.held == 0 && frames.now.isPast)
        // This would block if the queue were not released.
        #expect(frames.push(frame(3), generation: 0))
        #expect(frames.times.count == 3)
        #expect(frames.push(frame(10), generation: generation))
        #expect(frames.times == [MediaTime(seconds: 10)])
        #expect(!frames.now.isEnded && frames.now.held == 1 && !frames.now.isPast)
    }

    @Test(
        "a new generation may begin earlier than what was there; cleared, nothing waits and what is on its way is let go"
    )
    func cleared() {
        let frames = Frames()
        #expect(frames.push(frame(5), generation: 0))
        let begun = frames.begin()
        #expect(frames.push(frame(2), generation: begun))
        #expect(frames.times == [MediaTime(seconds: 2)])
        let cleared = frames.clear()
        #expect(frames.push(frame(3), generation: begun))
        #expect(frames.times.isEmpty)
        frames.end(generation: begun)
        #expect(!frames.now.isEnded)
        #expect(frames.push(frame(1), generation: cleared))
        frames.end(generation: cleared)
        #expect(frames.times == [MediaTime(seconds: 1)] && frames.now.isEnded)
    }

    @Test(
        "a decoder waits with pictures that are not wanted until it has been sent to others: it takes no packet of those"
    )
    func held() {
        var queue = FrameQueue()
        queue.setCapacity(3)
        #expect(queue.push(frame(0), generation: 0) == true)
        queue.setCapacity(1)
        #expect(!queue.hasRoom)
        queue.begin(1)
        // It would take the key frame with which the new ones begin.
        #expect(queue.isPast && !queue.hasRoom && queue.push(frame(1), generation: 0) == nil)
        queue.reach(1)
        #expect(queue.hasRoom)
        #expect(queue.push(frame(1), generation: 0) == true)
        #expect(queue.times == [MediaTime(seconds: 0)])
        queue.clear(2)
        #expect(queue.times.isEmpty && queue.push(frame(2), generation: 1) == nil)
        queue.cancel()
        #expect(queue.push(frame(2), generation: 1) == false)
    }

    @Test("a decoder that has filled the queue goes on once it can decode two pictures in a row, where they are slow")
    func rests() {
        func fill(_ framesPerSecond: Double) -> (FrameQueue, [Bool]) {
            var queue = FrameQueue()
            var number = 0
            while queue.push(frame(Double(number) / framesPerSecond), generation: 0) == true { number += 1 }
            #expect(queue.count == FrameQueue.playing && !queue.hasRoom)
            let room = (1...2).map { _ in
                let (mark, hadRoom) = (queue.mark, queue.hasRoom)
                _ = queue.take(0)
                // Who waits goes by the mark.
                #expect((queue.mark != mark) == (queue.hasRoom != hadRoom))
                return queue.hasRoom
            }
            return (queue, room)
        }
        var (slow, room) = fill(25)
        #expect(room == [false, true])
        #expect(slow.push(frame(10), generation: 0) == true && slow.push(frame(10.04), generation: 0) == true)
        #expect(fill(60).1 == [true, true])
        // Another capacity, and another generation, are not waited for.
        #expect(slow.push(frame(10.08), generation: 0) == nil)
        _ = slow.take(0)
        #expect(!slow.hasRoom)
        slow.setCapacity(FrameQueue.playing)
        #expect(slow.hasRoom)
    }

    @Test("a writer that waits for room is let go when its pictures are not wanted any more")
    func unblocked() async {
        let frames = Frames()
        frames.setCapacity(1)
        #expect(frames.push(frame(0), generation: 0))
        let late = frame(1)
        let pushed = Task.detached { frames.push(late, generation: 0) }
        let generation = frames.begin()
        #expect(await pushed.value)
        #expect(frames.push(frame(8), generation: generation))
        #expect(frames.times == [MediaTime(seconds: 8)])
    }

    @Test(
        "a silent voice skips to a time that is not written yet: what comes before it goes unheard, the rest to the sample"
    )
    func skip() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(voice.claim())
        ring.setOrigin(.zero)
        voice.present(ring)
        func write(_ seconds: Range<Int>) {
            for second in seconds {
                let samples = [Float](repeating: Float(second) / 10, count: 96_000)
                samples.withUnsafeBufferPointer { _ = ring.write($0, frames: 48_000) }
            }
        }
        write(0..<1)
        #expect(voice.buffered == .seconds(1))
        voice.skip(to: MediaTime(seconds: 3))
        #expect(voice.buffered == .zero && voice.head == nil)
        // More than fits in the ring: the writer does not wait for room.
        write(1..<4)
        #expect(voice.buffered == .seconds(1) && voice.head == MediaTime(seconds: 3))
        voice.play(media: MediaTime(seconds: 3), at: .zero)
        var buffer = [Float](repeating: 9, count: 4800)
        buffer.withUnsafeMutableBufferPointer { mixer.render(into: $0, format: .standard, presentation: .zero) }
        #expect(buffer[4798] == 0.3)
        // While the sound is heard nothing is skipped.
        voice.skip(to: MediaTime(seconds: 3.9))
        #expect(voice.buffered == .milliseconds(950))
    }

    @Test("a voice goes back when it was given up and nobody writes to it any more, once")
    func loan() throws {
        let mixer = AudioMixer(voices: 1)
        let loan = try #require(VoiceLoan(from: mixer))
        #expect(VoiceLoan(from: mixer) == nil)
        #expect(loan.enter())
        loan.giveUp()
        #expect(!loan.enter())
        #expect(VoiceLoan(from: mixer) == nil)
        loan.leave()
        let next = try #require(VoiceLoan(from: mixer))
        loan.giveUp()
        #expect(VoiceLoan(from: mixer) == nil)
        next.giveUp()
        #expect(VoiceLoan(from: mixer) != nil)
    }
}
