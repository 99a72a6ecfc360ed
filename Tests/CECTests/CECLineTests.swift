import Base
import CEvdev
import Devices
import MediaCore
import Testing

@testable import CEC

/// An adapter without a CEC line: a test posts what is received, and what is sent is recorded.
private final class ScriptedAdapter: CECAdapter {
    let facts = CECLineFacts(port: "scripted", logicalAddress: 4, physicalAddress: 0x1000)
    let descriptor: Int32? = nil
    private let said: Locked<[String]>
    private let inbox: CECInbox

    init(said: Locked<[String]>, inbox: CECInbox) {
        self.said = said
        self.inbox = inbox
    }

    func read() throws(CECFailure) -> [CECInbox.Message] { [] }

    func transmit(_ frame: CECFrame) -> CECOutcome {
        said.withLock { $0.append(frame.hexadecimal) }
        // Only a TV is there, and it supports nothing that it is asked.
        if frame.destination == 0, let opcode = frame.opcode {
            inbox.post(.frame(CECFrame(from: 0, to: 4, .featureAbort, [opcode, 0])))
        }
        return frame.destination == 0 || frame.isBroadcast ? .acknowledged : .notAcknowledged
    }
}

@Suite("The CEC line's owner", .timeLimit(.minutes(10)))
struct CECLineTests {
    /// A CEC line with an inbox that a test can fill.
    private struct Rig {
        let line: CECLine
        let said = Locked<[String]>([])
        private let inbox = Locked<CECInbox?>(nil)

        init() throws {
            let (said, inbox) = (said, inbox)
            line = try CECLine(CECLine.Configuration(retry: .milliseconds(100))) { _, given in
                inbox.withLock { $0 = given }
                return ScriptedAdapter(said: said, inbox: given)
            }
        }

        func hear(_ bytes: [UInt8]) {
            guard let frame = CECFrame(bytes: bytes), let inbox = inbox.withLock({ $0 }) else { return }
            inbox.post(.frame(frame), at: MonotonicClock().now)
        }

        func lose() { inbox.withLock { $0 }?.post(.lost) }
    }

    @Test("Keys come out as they are heard; with the adapter they are let go of, and with it they come back")
    func keys() async throws {
        let rig = try Rig()
        var events = rig.line.events.makeAsyncIterator()
        try rig.line.start()
        for round in 0..<2 {
            guard case .attached(let device)? = await events.next() else {
                Issue.record("not attached, round \(round)")
                return
            }
            #expect(device.bus == .cec && device.id == "cec:0")
            #expect(rig.line.status.logicalAddress == 4 && rig.line.status.trouble == nil)
            rig.hear([0x04, 0x44, 0x30])
            guard case .key(let press)? = await events.next() else { return }
            #expect(press.code == UInt16(KEY_CHANNELUP) && press.phase == .press)
            rig.lose()
            guard case .key(let release)? = await events.next() else { return }
            #expect(release.code == press.code && release.phase == .release)
            #expect(await events.next() == .detached(device))
        }
        rig.line.stop()
    }

    @Test("What the box tells is said, in order, and the log has what became of it")
    func news() async throws {
        let rig = try Rig()
        var events = rig.line.events.makeAsyncIterator()
        // What was told before there was a line counts, too.
        rig.line.tell(.standby(true))
        try rig.line.start()
        _ = await events.next()
        rig.line.tell(.pressed(MonotonicClock().now))
        rig.line.tell(.standby(false))
        // A scan's result comes after what was told before the scan.
        let found = try await rig.line.scan()
        #expect(found == [CECPartner(logicalAddress: 0)])
        let said = rig.said.withLock { $0 }
        #expect(said.prefix(5) == ["40:8f", "45:7d", "40:04", "4f:82:10:00", "40"])
        let log = rig.line.log
        #expect(log.first { $0.frame == "40:04" }?.outcome == "acknowledged")
        #expect(log.first { $0.frame == "45:7d" }?.outcome == "nobody acknowledged it")
        rig.line.stop()
        await #expect(throws: CECScanFailure.self) { try await rig.line.scan() }
    }

    @Test("The TV's orders come out")
    func orders() async throws {
        let rig = try Rig()
        var events = rig.line.events.makeAsyncIterator()
        var orders = rig.line.orders.makeAsyncIterator()
        try rig.line.start()
        _ = await events.next()
        rig.line.tell(.standby(true))
        rig.hear([0x0f, 0x86, 0x10, 0x00])
        #expect(await orders.next() == .wake)
        #expect(rig.line.status.isActiveSource)
        // For the next start; that this one ends is no news of the TV.
        #expect(await orders.next() == .remember(0x1000))
        rig.line.stop()
        #expect(await orders.next() == nil)
    }
}
