import Channels
import Commands
import ControlProtocol
import Headless
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("Who changes the passcode", .timeLimit(.minutes(10)))
struct BoxPasscodeTests {
    private let user = Caller.process(user: 1000, id: 7)
    private let root = Caller.process(user: 0, id: 8)

    /// The kind of error that an order ends in; nil: it was carried out.
    private func refusal(_ rig: BoxRig, _ order: PasscodeOrder, by caller: Caller) async -> ControlError.Code? {
        do {
            try await BoxControl(rig.box).passcode(order, by: caller)
            return nil
        } catch {
            return (error as? ControlError)?.code ?? .failed
        }
    }

    @Test("It takes the old one, whoever asks but root; a remote gets nothing at all")
    func rights() async throws {
        let rig = try await BoxRig(["One"])
        #expect(await refusal(rig, .set("1234", old: nil), by: .remote) == .forbidden)
        // There is none yet.
        #expect(await refusal(rig, .set("1234", old: nil), by: user) == nil)
        for order in [PasscodeOrder.set("9999", old: nil), .set("9999", old: "0000"), .clear(old: nil)] {
            #expect(await refusal(rig, order, by: user) == .locked)
            #expect(await refusal(rig, order, by: .process(user: nil, id: 0)) == .locked)
            #expect(await refusal(rig, order, by: .remote) == .forbidden)
            // What was wrong is forgiven, so that the throttle is not what refuses.
            #expect(await refusal(rig, .check("1234"), by: user) == nil)
        }
        #expect(await refusal(rig, .set("5678", old: "1234"), by: user) == nil)
        #expect(await refusal(rig, .check("5678"), by: user) == nil)
        #expect(await refusal(rig, .set("4711", old: nil), by: root) == nil)
        #expect(await refusal(rig, .check("5678"), by: user) == .locked)
        #expect(await refusal(rig, .clear(old: "4711"), by: user) == nil)
        #expect(try await rig.store.hasPasscode() == false)
        #expect(await refusal(rig, .check("4711"), by: user) == .notNow)
    }

    @Test("Wrong old ones count with those of the prompt: after three even the right one waits")
    func throttle() async throws {
        let rig = try await BoxRig(["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234")
        rig.press("CHANNELUP")
        await rig.until { $0.focus == .passcode }
        for digit in ["9", "9", "9", "9"] { rig.press(digit) }
        await rig.until { $0.tuner.wrongCodes == 1 }
        #expect(await refusal(rig, .check("0000"), by: user) == .locked)
        #expect(await refusal(rig, .set("9999", old: "0001"), by: user) == .locked)
        #expect(try await rig.store.wrongCodes() == 3)
        for order in [PasscodeOrder.check("1234"), .set("9999", old: "1234"), .clear(old: "1234")] {
            #expect(await refusal(rig, order, by: user) == .locked)
        }
        // None of these was tried.
        #expect(try await rig.store.wrongCodes() == 3)
        // Root needs no right one, and its new one may be tried at once.
        #expect(await refusal(rig, .set("1234", old: nil), by: root) == nil)
        #expect(try await rig.store.wrongCodes() == 0)
        for _ in 0..<3 { #expect(await refusal(rig, .check("0000"), by: user) == .locked) }
        #expect(try await rig.store.wrongCodes() == 3)
        #expect(await refusal(rig, .check("1234"), by: user) == .locked)
        rig.clock.advance(by: .seconds(31))
        #expect(await refusal(rig, .check("1234"), by: user) == nil)
        #expect(try await rig.store.wrongCodes() == 0)
    }

    @Test("Of codes that come at once one is tried, and who hangs up is counted")
    func atOnce() async throws {
        let rig = try await BoxRig(["One"], passcode: "1234")
        await withTaskGroup(of: ControlError.Code?.self) { group in
            for _ in 0..<20 { group.addTask { await refusal(rig, .check("0000"), by: user) } }
            group.cancelAll()
            for await refused in group { #expect(refused != nil) }
        }
        let counted = try await rig.store.wrongCodes()
        #expect((1...3).contains(counted))
        #expect(await rig.box.tuner.wrongCodes == counted)
    }

    @Test("Without a passcode what was locked opens, and what waited for it goes on")
    func cleared() async throws {
        let rig = try await BoxRig(["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234")
        rig.press("CHANNELUP")
        await rig.until { $0.focus == .passcode }
        #expect(await refusal(rig, .clear(old: "1234"), by: user) == nil)
        await rig.until { $0.focus != .passcode }
        #expect(await rig.box.tuner.selected == "c2")
    }
}
