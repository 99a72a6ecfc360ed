import ControlProtocol
import HTTPTypes
import MediaCore
import Screens
import TestSupport
import Testing
import UPnP

@testable import Appliance

@Suite("What others send")
struct CastsTests {
    private static let (anna, ben) = (CastSender(id: "aa", name: "Anna"), CastSender(id: "bb", name: "Ben"))
    private static let watching = Casts.Circumstances(before: .channel("one"))
    private static let start = HostTime.zero + .seconds(100)

    private static func wish(_ id: Int, _ sender: CastSender = anna) -> Casts.Wish {
        Casts.Wish(item: SentItem(id: id, uri: "http://h/\(id)", metadata: ""), sender: sender)
    }

    /// Plays what may be played, as the box does, as this entry.
    private func plays(_ casts: inout Casts, _ effects: [Casts.Effect], as entry: Int) -> Bool {
        guard effects.contains(where: { if case .play = $0 { true } else { false } }) else { return false }
        _ = casts.handle(.began(entry), at: Self.start)
        return true
    }

    @Test("The viewer is asked; what he allows plays, and at its end what was on before is on again")
    func asked() {
        var casts = Casts(.prompt)
        let effects = casts.handle(.wish(Self.wish(1), Self.watching), at: Self.start)
        #expect(effects == [.ask(Self.wish(1), until: Self.start + Casts.patience), .changed])
        #expect(casts.verdict == .asking && casts.item == 1 && casts.playing == nil)
        let answered = casts.handle(.answered(.once, .channel("two"), wall: 0), at: Self.start)
        #expect(answered == [.withdraw, .play(Self.wish(1)), .changed])
        #expect(plays(&casts, answered, as: 7) && casts.entry == 7 && casts.permissions.isEmpty)
        // He flipped while he was asked: that is where he was.
        #expect(
            casts.handle(.ended, at: Self.start)
                == [.news(.ended, Self.wish(1)), .giveBack(.channel("two")), .remove(7), .changed])
        #expect(casts.item == nil && casts.nextWake == nil)
        // Once is once.
        _ = casts.handle(.wish(Self.wish(2), Self.watching), at: Self.start)
        #expect(casts.verdict == .asking)
    }

    @Test("No is no for a while, silence is no, never is for good, and always too; one may be asked about again")
    func decided() {
        var casts = Casts(.prompt)
        func send(_ id: Int, _ time: Duration = .zero) -> Casts.Verdict {
            _ = casts.handle(.wish(Self.wish(id), Self.watching), at: Self.start + time)
            return casts.verdict
        }
        #expect(send(1) == .asking)
        #expect(
            casts.handle(.answered(.no, .nothing, wall: 0), at: Self.start).contains(.news(.declined, Self.wish(1))))
        #expect(casts.hasFailed && send(2) == .refused(.declined))
        #expect(send(3, Casts.rest) == .asking)
        _ = casts.handle(.wake, at: Self.start + Casts.rest + Casts.patience)
        #expect(casts.asked == nil && send(4, Casts.rest + Casts.patience) == .refused(.declined))
        #expect(send(5, Casts.rest * 3) == .asking)
        let never = casts.handle(.answered(.never, .nothing, wall: 9), at: Self.start)
        let permission = CastPermission(id: "aa", name: "Anna", isAllowed: false, since: 9)
        #expect(never.contains(.store([permission])) && send(6, Casts.rest * 9) == .refused(.never))
        _ = casts.handle(.forget("aa"), at: Self.start)
        #expect(send(7, Casts.rest * 20) == .asking)
        _ = casts.handle(.answered(.always, .nothing, wall: 9), at: Self.start)
        _ = casts.handle(.began(1), at: Self.start)
        _ = casts.handle(.stop(by: nil), at: Self.start)
        #expect(send(8) == .taken && casts.mayControl("aa") && !casts.mayControl("bb"))
        // What is kept is read as it was.
        #expect(CastPermission.permissions(from: CastPermission.text(of: casts.permissions)) == casts.permissions)
        #expect(CastPermission.permissions(from: "{") == [] && CastPermission.text(of: []) == nil)
    }

    @Test("While something else is asked, or nobody watches, a stranger is not heard")
    func quiet() {
        var casts = Casts(.prompt)
        _ = casts.handle(
            .wish(Self.wish(1), Casts.Circumstances(before: .channel("one"), isBusy: true)), at: Self.start)
        #expect(casts.verdict == .refused(.busy) && casts.asked == nil)
        _ = casts.handle(.wish(Self.wish(2), Casts.Circumstances(before: .standby(nil))), at: Self.start)
        #expect(casts.verdict == .refused(.asleep))
        _ = casts.handle(.wish(Self.wish(3), Self.watching), at: Self.start)
        _ = casts.handle(
            .wish(Self.wish(4, Self.ben), Casts.Circumstances(before: .channel("one"), isBusy: true)), at: Self.start)
        #expect(casts.verdict == .refused(.busy) && casts.asked == Self.wish(3))
        // It may change its mind.
        _ = casts.handle(
            .wish(Self.wish(5), Casts.Circumstances(before: .channel("one"), isBusy: true)), at: Self.start)
        #expect(casts.verdict == .asking && casts.asked == Self.wish(5))
        #expect(casts.handle(.stop(by: nil), at: Self.start).contains(.withdraw) && casts.asked == nil)
        var never = Casts()
        _ = never.handle(.wish(Self.wish(1), Self.watching), at: Self.start)
        #expect(never.verdict == .refused(.never))
        // A test switch says otherwise until it says no more.
        _ = never.handle(.force(.automatic), at: Self.start)
        #expect(
            never.handle(.wish(Self.wish(1), Casts.Circumstances(before: .standby(nil))), at: Self.start).contains(
                .play(Self.wish(1))))
        _ = never.handle(.force(nil), at: Self.start)
        #expect(never.mode == .never)
    }

    @Test("One after another by two senders: what comes back is what was on before both")
    func two() {
        var casts = Casts(.automatic)
        let first = casts.handle(.wish(Self.wish(1), Self.watching), at: Self.start)
        #expect(first.contains(.tell(Self.wish(1))) && plays(&casts, first, as: 1))
        let second = casts.handle(.wish(Self.wish(2, Self.ben), Casts.Circumstances(before: .entry(1))), at: Self.start)
        #expect(second.contains(.remove(1)) && second.contains(.tell(Self.wish(2, Self.ben))))
        #expect(plays(&casts, second, as: 2))
        _ = casts.handle(.queue(2), at: Self.start)
        #expect(casts.handle(.stop(by: nil), at: Self.start).contains(.giveBack(.channel("one"))))
    }

    @Test("Who is asked about may take that back, and has no say in what another one plays")
    func asking() {
        var casts = Casts(.prompt)
        _ = casts.handle(.wish(Self.wish(1), Self.watching), at: Self.start)
        #expect(!casts.mayControl("aa") && casts.isAsked(about: "aa"))
        #expect(plays(&casts, casts.handle(.answered(.once, .channel("one"), wall: 0), at: Self.start), as: 1))
        _ = casts.handle(.wish(Self.wish(2, Self.ben), Self.watching), at: Self.start)
        #expect(casts.isAsked(about: "bb") && !casts.mayControl("bb") && casts.mayControl("aa"))
        // The one whose film is on ends that, and not the other's question.
        var other = casts
        #expect(other.handle(.stop(by: "aa"), at: Self.start).contains(.giveBack(.channel("one"))))
        #expect(other.asked == Self.wish(2, Self.ben))
        #expect(
            casts.handle(.stop(by: "bb"), at: Self.start) == [
                .withdraw, .news(.declined, Self.wish(2, Self.ben)), .changed,
            ])
        #expect(casts.handle(.stop(by: "bb"), at: Self.start) == [] && casts.playing == Self.wish(1))
    }

    @Test("The viewer who goes elsewhere has gone: nothing takes him back")
    func left() {
        var casts = Casts(.automatic)
        #expect(plays(&casts, casts.handle(.wish(Self.wish(1), Self.watching), at: Self.start), as: 1))
        let effects = casts.handle(.queue(nil), at: Self.start)
        #expect(effects == [.news(.ended, Self.wish(1)), .remove(1), .changed])
        #expect(casts.handle(.ended, at: Self.start) == [])
    }

    @Test("What follows follows, and only its end is the end")
    func follows() {
        var casts = Casts(.automatic)
        #expect(plays(&casts, casts.handle(.wish(Self.wish(1), Self.watching), at: Self.start), as: 1))
        let item = SentItem(id: 2, uri: "http://h/2", metadata: "")
        #expect(casts.handle(.follow(item), at: Self.start) == [.enqueue(item), .changed])
        _ = casts.handle(.followed(5), at: Self.start)
        #expect(!casts.isLast && casts.handle(.ended, at: Self.start) == [])
        #expect(casts.handle(.queue(5), at: Self.start) == [.remove(1), .changed])
        #expect(casts.item == 2 && casts.isLast && casts.entry == 5)
        #expect(casts.handle(.follow(item), at: Self.start).first == .enqueue(item))
        _ = casts.handle(.followed(6), at: Self.start)
        #expect(casts.handle(.follow(nil), at: Self.start).first == .remove(6))
        #expect(casts.handle(.ended, at: Self.start).contains(.giveBack(.channel("one"))))
    }

    @Test(
        "What can't be played is said for some seconds, then what was on before is on again; unless it comes after all")
    func failing() {
        var casts = Casts(.automatic)
        #expect(plays(&casts, casts.handle(.wish(Self.wish(1), Self.watching), at: Self.start), as: 1))
        #expect(casts.handle(.failed, at: Self.start) == [.news(.failed, Self.wish(1)), .changed])
        #expect(casts.hasFailed && casts.item == nil)
        _ = casts.handle(.shown, at: Self.start)
        #expect(!casts.hasFailed && casts.item == 1 && casts.nextWake == nil)
        _ = casts.handle(.failed, at: Self.start)
        #expect(casts.nextWake == Self.start + Casts.givingUp)
        #expect(casts.handle(.wake, at: Self.start + Casts.givingUp).contains(.giveBack(.channel("one"))))
        // What may not be played at all, as the gate says.
        _ = casts.handle(.wish(Self.wish(2), Self.watching), at: Self.start)
        #expect(casts.handle(.began(nil), at: Self.start).contains(.giveBack(.channel("one"))))
        #expect(casts.verdict == .refused(.unplayable) && casts.playing == nil)
    }

    @Test(
        "In any order: nothing plays that nobody has allowed, one is asked at a time, and every end gives back once",
        arguments: 1...40)
    func walks(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        var casts = Casts([.prompt, .automatic, .never][number(3)])
        var now = Self.start
        var answered: Int?
        var entries = 0
        for step in 1...500 {
            let sender = [Self.anna, Self.ben][number(2)]
            let allowed = { (casts: Casts, wish: Casts.Wish) in
                casts.mode == .automatic
                    || casts.mode == .prompt
                        && (casts.permissions.contains { $0.id == wish.sender.id && $0.isAllowed }
                            || answered == wish.item.id || casts.playing?.sender.id == wish.sender.id)
            }
            let before: Casts.Before = [.nothing, .standby(nil), .channel("c"), .entry(1)][number(4)]
            let event: Casts.Event
            let wish = Self.wish(step, sender)
            switch number(13) {
            case 0...2: event = .wish(wish, Casts.Circumstances(before: before, isBusy: number(3) == 0))
            case 3, 4:
                let answer = CastAnswer.allCases[number(4)]
                answered = answer == .once || answer == .always ? casts.asked?.item.id : nil
                event = .answered(answer, before, wall: Int64(step))
            case 5: event = .queue(number(2) == 0 ? nil : casts.entry)
            case 6: event = .stop(by: [nil, sender.id][number(2)])
            case 7: event = .ended
            case 8: event = number(2) == 0 ? .failed : .shown
            case 9: event = .follow(number(2) == 0 ? nil : SentItem(id: 1000 + step, uri: "http://h", metadata: ""))
            case 10: event = .force([nil, .never, .prompt, .automatic][number(4)])
            case 11: event = number(2) == 0 ? .forget(sender.id) : .permit(sender, number(2) == 0, wall: 0)
            default:
                now = now + .seconds(number(40))
                event = .wake
            }
            // A sender that has what is on may go on with it.
            let wasItsOwn = casts.playing?.sender == wish.sender
            let wasOn = casts.playing != nil
            let effects = casts.handle(event, at: now)
            let gives = effects.count { if case .giveBack = $0 { true } else { false } }
            #expect(gives <= (wasOn ? 1 : 0))
            for effect in effects {
                switch effect {
                case .play(let played):
                    #expect(allowed(casts, played) || wasItsOwn && casts.mode != .never, "\(event)")
                    entries += 1
                    _ = casts.handle(.began(number(6) == 0 ? nil : entries), at: now)
                case .enqueue:
                    entries += 1
                    _ = casts.handle(.followed(entries), at: now)
                default: break
                }
            }
            #expect(casts.asked == nil || casts.mode != .never)
            #expect(casts.permissions.count <= 2)
        }
    }

    @Test("Devices are called what they say, by the program that they run, or by their address")
    func names() {
        func name(_ agent: String?, client: String? = nil, friendly: String? = nil) -> String {
            CastSender.name(agent: agent, client: client, friendly: friendly, peer: "10.0.0.7")
        }
        #expect(name(nil) == "10.0.0.7" && name("") == "10.0.0.7" && name("UPnP/1.0 DLNADOC/1.50") == "10.0.0.7")
        #expect(name("Linux/4.4 UPnP/1.0 BubbleUPnP/3.7") == "BubbleUPnP (10.0.0.7)")
        #expect(name("VLC/3.0.18 LibVLC/3.0.18") == "VLC (10.0.0.7)")
        #expect(name("x", client: "av=5.0; cn=\"Sony\"; mn=\"XPERIA 5\"; mv=\"1\"") == "XPERIA 5 (10.0.0.7)")
        #expect(name("x", friendly: "Anna’s\u{202e} phone\u{7}") == "Anna’s phone (10.0.0.7)")
        let table = """
            IP address       HW type     Flags       HW address            Mask     Device
            10.0.0.7         0x1         0x2         A4:5E:60:00:11:22     *        wlan0
            10.0.0.8         0x1         0x0         00:00:00:00:00:00     *        wlan0
            """
        #expect(CastSender.hardwareAddress(of: "10.0.0.7", in: table) == "a4:5e:60:00:11:22")
        #expect(CastSender.hardwareAddress(of: "10.0.0.8", in: table) == nil)
        #expect(CastSender.hardwareAddress(of: "10.0.0.9", in: "") == nil)
    }
}
