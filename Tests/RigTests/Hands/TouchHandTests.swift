import Base
import CEvdev
import Glibc
import Rig
import Testing

@Suite("Touch", .enabled(if: Board.isHere, "needs the board: scripts/board/run"))
struct TouchHandTests {
    @Test("A swipe is one contact that moves evenly and is lifted, on a device that is a touch screen")
    func swipe() throws {
        let hand = try TouchHand()
        let node = try OwnedDescriptor(open: hand.node, flags: O_RDONLY | O_NONBLOCK)
        var opened: OpaquePointer?
        #expect(libevdev_new_from_fd(node.raw, &opened) == 0)
        let device = try #require(opened)
        defer { libevdev_free(device) }
        #expect(libevdev_has_property(device, UInt32(INPUT_PROP_DIRECT)) == 1)
        #expect(libevdev_get_num_slots(device) == 10)

        hand.swipe(from: .init(0.25, 0.5), to: .init(0.75, 0.5), over: .milliseconds(100))
        var (contacts, across, buttons): ([Int32], [Int32], [Int32]) = ([], [], [])
        var event = input_event()
        while libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event) == 0 {
            switch (Int32(event.type), Int32(event.code)) {
            case (EV_ABS, ABS_MT_TRACKING_ID): contacts.append(event.value)
            case (EV_ABS, ABS_MT_POSITION_X): across.append(event.value)
            case (EV_KEY, BTN_TOUCH): buttons.append(event.value)
            default: break
            }
        }
        #expect(contacts == [1, -1])
        #expect(buttons == [1, 0])
        #expect(across == [1_024, 1_229, 1_433, 1_638, 1_843, 2_048, 2_252, 2_457, 2_662, 2_867, 3_071])
    }
}
