import ControlProtocol
import MediaCore
import OriginPattern

extension ScenarioRun {
    /// Starts the box with the inputs open that the preferred hand and `hands` need; returns when the box can
    /// receive their keys.
    package func start(_ settings: BoxSettings = BoxSettings(), for hands: [HandKind] = []) throws {
        var settings = settings
        let hands = hands + (preferredHand.map { [$0] } ?? [])
        settings.takesCEC = settings.takesCEC || hands.contains(.cec)
        settings.page = settings.page || hands.contains(.web)
        try bench.box.start(settings)
        guard settings.takesCEC else { return }
        let address = try waitUntil { try bench.box.status().cec?.physicalAddress }
        check("The box is on the CEC bus", address != nil)
        // The box still introduces itself on the bus.
        pause(.seconds(2))
    }

    /// Starts the box for every hand of the bench, or for the preferred one alone. Returns those hands.
    func startForEachHand() throws -> [any Hand] {
        let hands = try preferredHand.map { [try hand($0)] } ?? bench.hands
        check("There is a hand", !hands.isEmpty)
        try start(for: hands.map(\.kind))
        return hands
    }

    /// Waits until the box is on `channel`, by the eyes where there are any, and then hears its beep. Returns
    /// the beep's peak, as a share of full scale.
    @discardableResult
    func settles(on channel: Int, after start: HostTime, _ why: String) throws -> Double {
        let seen = try waitUntil(interval: .milliseconds(20)) { try isOn(channel) ? true : nil }
        if seen == true { mark(.picture, "channel \(channel)", at: now) }
        let milliseconds = Int((now - start).milliseconds)
        check("\(why): channel \(channel) is on", seen == true, found: "after \(milliseconds) ms")
        pause(.milliseconds(400))
        let beep = try beep()
        let wanted = 400 + 100 * channel
        check(
            "\(why): channel \(channel) beeps at \(wanted) Hz", beep.map { abs($0.hertz - wanted) <= 5 } ?? false,
            found: beep.map { "\($0.hertz) Hz" } ?? "nothing")
        return beep?.peak ?? 0
    }

    private func isOn(_ channel: Int) throws -> Bool {
        if let eyes = bench.eyes {
            let looking = try eyes.look(at: .pattern)
            defer { looking.stop() }
            return try looking.next(timeout: .seconds(1))?.pattern.map { Int($0.channel) } == channel
        }
        let status = try bench.box.status()
        return status.state == .playing && status.channel?.number == channel
    }

    /// The longest beep of the next second and a bit: there is one each second. Nil for silence.
    func beep() throws -> Beep? {
        let (_, sound) = try ears().listen { pause(.milliseconds(1_300)) }
        let longest = Beep.all(in: sound.samples).max { $0.frames.count < $1.frames.count }
        if let longest {
            mark(
                .sound, "\(longest.hertz) Hz", at: sound.time(of: longest.frames.lowerBound),
                until: sound.time(of: longest.frames.upperBound))
        }
        return longest
    }
}
