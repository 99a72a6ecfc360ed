import MediaCore
import Rig
import Testing

@Suite("What was said on the bus")
struct CECConversationTests {
    private let conversation = CECConversation([
        CECMessage(time: 100, from: 4, to: 15, opcode: 0x84, operands: [0x10, 0x00, 0x04]),
        CECMessage(time: 200, from: 8, to: 0, opcode: 0x04),
        CECMessage(time: 300, from: 8, to: 15, opcode: 0x82, operands: [0x20, 0x00]),
        CECMessage(time: 400, from: 4, to: 0, opcode: 0x90, operands: [0x00]),
        CECMessage(time: 500, from: 4, to: 0, opcode: 0x0d),
    ])

    @Test("Who woke the TV is the first to say Image View On or Text View On")
    func wakeUp() {
        #expect(conversation.wakeUp?.from == 8)
        #expect(conversation.within(HostTime(nanoseconds: 300)).wakeUp?.from == 4)
        #expect(conversation.within(.zero, HostTime(nanoseconds: 200)).wakeUp == nil)
    }

    @Test("The active source is the last that said so and has not gone")
    func activeSource() {
        #expect(conversation.activeSource == 0x2000)
        let gone = CECMessage(time: 600, from: 8, to: 0, opcode: 0x9d, operands: [0x20, 0x00])
        #expect(CECConversation(conversation.messages + [gone]).activeSource == nil)
        let another = CECMessage(time: 600, from: 4, to: 0, opcode: 0x9d, operands: [0x10, 0x00])
        #expect(CECConversation(conversation.messages + [another]).activeSource == 0x2000)
        let off = CECMessage(time: 600, from: 0, to: 15, opcode: 0x36)
        #expect(CECConversation(conversation.messages + [off]).activeSource == nil)
    }

    @Test("Who said what, and who did not")
    func said() {
        #expect(conversation.said(by: .box).count == 3)
        #expect(conversation.neverSent(.imageViewOn, by: .box))
        #expect(!conversation.neverSent(.textViewOn, by: .box))
        #expect(conversation.disturbances(by: .box).map(\.time) == [500])
    }

    @Test("A message reads as a person would say it")
    func description() {
        #expect(
            conversation.messages.map { "\($0)" } == [
                "Playback 1 → all: Report Physical Address [10 00 04]", "Playback 2 → TV: Image View On",
                "Playback 2 → all: Active Source [20 00]", "Playback 1 → TV: Report Power Status [00]",
                "Playback 1 → TV: Text View On",
            ])
        #expect("\(CECMessage(time: 0, from: 4, to: 4, opcode: nil))" == "Playback 1 → Playback 1: poll")
        #expect("\(CECMessage(time: 0, from: 200, to: 0, opcode: 0x13, operands: [1]))" == "200 → TV: 0x13 [01]")
        #expect(CECOpcode.giveOSDName.name == "Give OSD Name")
        #expect(CECOpcode.getCECVersion.name == "Get CEC Version")
        #expect(CECOpcode.cecVersion.name == "CEC Version")
        #expect(CECOpcode.vendorCommandWithID.name == "Vendor Command With ID")
        #expect(CECOpcode.initiateARC.name == "Initiate ARC")
        #expect(CECOpcode.giveDeviceVendorID.name == "Give Device Vendor ID")
    }
}
