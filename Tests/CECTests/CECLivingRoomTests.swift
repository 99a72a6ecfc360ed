import Devices
import MediaCore
import Testing

@testable import CEC

/// A box, a TV and an AVR that hear each other, with a record of what a viewer notices.
private struct LivingRoom {
    var box: Conversation
    var television: TelevisionActor
    var receiver = AudioSystemActor()

    init(_ settings: CECSettings = CECSettings(), _ manner: TelevisionActor.Manner = .polite) {
        box = Conversation(settings)
        television = TelevisionActor(manner)
    }

    /// Lets all devices send until none has anything left to send.
    mutating func settle(_ said: [CECFrame] = [], box boxSaid: [String] = []) {
        var (toBox, toOthers) = (said, boxSaid)
        for _ in 0..<16 where !toBox.isEmpty || !toOthers.isEmpty {
            toBox = Array(toBox.prefix(64))
            for text in toOthers {
                let bytes = text.split(separator: ":").compactMap { UInt8($0, radix: 16) }
                guard let frame = CECFrame(bytes: bytes) else { continue }
                toBox += television.hear(frame) + receiver.hear(frame)
            }
            toOthers = toBox.flatMap { box.feed(.frame($0)) }
            toBox = []
        }
        _ = box.wait(.milliseconds(100))
    }

    mutating func use(_ choice: Int) { settle(television.act(choice, box: 0x1200)) }

    mutating func switchBox(on: Bool, byHand: Bool) {
        if byHand { box.press() }
        settle(box: box.feed(.news(.standby(!on))))
    }

    var showsBox: Bool { television.isOn && television.shows == 0x1200 }
}

@Suite("CEC: a living room")
struct CECLivingRoomTests {
    @Test("A hand that switches the box on has the TV on and the box on it; a programme has not")
    func oneTouchPlay() {
        for isHand in [true, false] {
            var room = LivingRoom()
            room.switchBox(on: false, byHand: isHand)
            room.switchBox(on: true, byHand: isHand)
            #expect(room.showsBox == isHand && room.box.session.isActive == isHand)
            #expect(room.television.wakeUps == (isHand ? 1 : 0))
        }
    }

    @Test("Chosen, left and chosen again with the TV's remote, the box knows what is shown, and the TV has its way")
    func remote() {
        for manner in [TelevisionActor.Manner.polite, .repeater] {
            var room = LivingRoom(CECSettings(), manner)
            for (choice, isShown) in [
                (2, true), (3, false), (2, true), (4, false), (2, true), (5, false), (2, true), (1, false),
            ] {
                room.use(choice)
                #expect(room.showsBox == isShown && room.box.session.isActive == isShown, "\(manner) \(choice)")
            }
            #expect(room.television.wakeUps == 0)
        }
    }

    @Test("A TV that takes its input back keeps it: the box does not fight")
    func thief() {
        var room = LivingRoom(CECSettings(), .thief)
        room.switchBox(on: false, byHand: true)
        room.switchBox(on: true, byHand: true)
        #expect(room.television.isOn && !room.showsBox && !room.box.session.isActive)
        let said = room.box.session.log.entries.count { $0.kind == .sent && $0.isNoticeable }
        _ = room.box.wait(.seconds(60))
        room.use(0)
        #expect(room.box.session.log.entries.count { $0.kind == .sent && $0.isNoticeable } == said)
    }

    @Test("A TV that was switched off stays off, whatever a programme does with the box")
    func off() {
        var settings = CECSettings()
        settings.televisionOff = .standby
        var room = LivingRoom(settings)
        room.use(2)
        _ = room.box.feed(.news(.deck(.playing)))
        room.use(1)
        #expect(room.box.takeOrders().filter { $0 != .lock } == [.standBy])
        room.switchBox(on: false, byHand: false)
        for _ in 0..<20 {
            _ = room.box.wait(.seconds(10))
            room.switchBox(on: true, byHand: false)
            room.switchBox(on: false, byHand: false)
        }
        #expect(!room.television.isOn && room.television.wakeUps == 0)
    }

    @Test("The box switched off by hand takes the TV with it, where that is set, and only from its own picture")
    func both() {
        var settings = CECSettings()
        settings.switchesTelevisionOff = true
        for choice in [2, 3] {
            var room = LivingRoom(settings)
            room.use(choice)
            room.switchBox(on: false, byHand: true)
            #expect(room.television.isOn == (choice == 3))
        }
    }

    @Test("Volume keys change the AVR's volume, and the status follows it")
    func volume() {
        var room = LivingRoom()
        room.settle(room.receiver.toggle())
        #expect(room.box.session.status.volume == 30)
        room.box.press()
        for key in [CECNews.VolumeKey.up, .up, .up, .down, .mute] {
            room.settle(box: room.box.feed(.news(.volume(key, room.box.now))))
        }
        #expect(room.receiver.volume == 32 && room.receiver.isMuted)
        #expect(room.box.session.status.volume == 32 && room.box.session.status.isMuted == true)
    }

    @Test("A scan finds the TV and the AVR by what they say")
    func scan() {
        var room = LivingRoom()
        room.box.deaf = Set(1...14).subtracting([5])
        room.settle(box: room.box.feed(.scan))
        for _ in 0..<20 where room.box.scanned == nil { room.settle(box: room.box.wait(.seconds(1))) }
        #expect(room.box.scanned?.map(\.logicalAddress) == [0, 5])
        #expect(room.box.scanned?.first?.name == "TV" && room.box.scanned?.first?.vendor == 0xc03)
        #expect(room.box.scanned?.first?.power == 1)
    }
}
