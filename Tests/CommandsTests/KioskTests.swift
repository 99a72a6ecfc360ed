import Devices
import Testing

@testable import Commands

@Suite("A box that strangers use")
struct KioskTests {
    private func plan(_ name: KeyPlan.Name = .standard, hidden: Set<Kiosk.Part> = [], off: Set<Key> = []) -> KeyPlan {
        var plan = KeyPlan(name)
        plan.kiosk = Kiosk(hidden: hidden, keysOff: off)
        return plan
    }

    @Test("No key of any plan, pressed or held, in any focus, does what is hidden", arguments: KeyPlan.Name.allCases)
    func hidden(name: KeyPlan.Name) {
        for part in Kiosk.Part.allCases {
            let plan = plan(name, hidden: [part])
            for focus in Focus.allCases where focus != .passcode && focus != .standby {
                for key in plan.keys {
                    for isHeld in [false, true] {
                        guard let command = plan.command(for: KeyStroke(key, isHeld: isHeld), in: focus) else {
                            continue
                        }
                        // A digit of a word leads to no channel.
                        if focus == .text, case .digit = command { continue }
                        #expect(!plan.kiosk.forbids(command), "\(part) \(focus) \(key.name)")
                    }
                }
            }
            #expect(plan.menuItems.allSatisfy { !plan.kiosk.forbids($0.command) })
        }
        #expect(plan(name).menuItems == MenuItem.allCases)
    }

    @Test("With everything hidden, arrows, OK and Back still move in what is there, and lead out of it")
    func rest() {
        let plan = plan(hidden: Set(Kiosk.Part.allCases))
        #expect(plan.menuItems.isEmpty)
        #expect(plan.command(for: KeyStroke(.left), in: .overlay) == .move(.left))
        #expect(plan.command(for: KeyStroke(.confirm), in: .overlay) == .confirm)
        #expect(plan.command(for: KeyStroke(.back), in: .overlay) == .back)
        #expect(plan.command(for: KeyStroke(.channelUp), in: .video) == nil)
        // What is meant is no finding.
        #expect(plan.findings.isEmpty)
    }

    @Test("Digits of a code are typed, and a box that sleeps is woken, whatever is hidden")
    func always() {
        let plan = plan(hidden: Set(Kiosk.Part.allCases))
        for digit in 0...9 {
            #expect(plan.command(for: KeyStroke(.digit(digit)), in: .passcode) == .digit(digit))
            #expect(plan.command(for: KeyStroke(.digit(digit)), in: .video) == nil)
        }
        #expect(plan.command(for: KeyStroke(.power), in: .standby) != nil)
        #expect(plan.command(for: KeyStroke(.power), in: .video) == nil)
    }

    @Test("Keys that are off do nothing anywhere, not even what the owner gave them")
    func keysOff() {
        var plan = plan(off: [.guide, .power])
        plan.changes[.everywhere] = [KeyStroke(.guide): .command(.showMenu)]
        for focus in Focus.allCases {
            #expect(plan.command(for: KeyStroke(.guide), in: focus) == nil)
            #expect(plan.command(for: KeyStroke(.power), in: focus) == nil)
        }
    }
}
