import Compositing
import MediaCore
import OriginPattern

/// Carries out requests to a bench by hand. For one thread.
package final class Desk {
    private let bench: Bench

    package init(_ bench: Bench) { self.bench = bench }

    package func answer(_ request: DeskRequest) -> DeskAnswer {
        do {
            return try carryOut(request)
        } catch {
            return DeskAnswer(succeeded: false, "\(error)")
        }
    }

    private func carryOut(_ request: DeskRequest) throws -> DeskAnswer {
        switch request {
        case .press(let keys, let kind, let hold):
            return try press(keys, kind, hold)
        case .shot:
            guard let eyes = bench.eyes else { throw BenchLacks("eyes") }
            let frame = try eyes.frame()
            let says =
                frame.pattern.map { "channel \($0.channel), picture \($0.frame)" } ?? "no picture of the origin's"
            return DeskAnswer(
                "\(frame.screen.width)×\(frame.screen.height), \(says), by \(eyes.name)", file: frame.image?.png())
        case .record(let milliseconds):
            guard let ears = bench.ears else { throw BenchLacks("ears") }
            let (_, sound) = try ears.listen { pause(.milliseconds(max(0, milliseconds))) }
            return DeskAnswer(Self.description(of: sound), file: sound.wav())
        case .bus:
            guard let bus = bench.bus else { throw BenchLacks("a CEC bus") }
            return DeskAnswer(try bus.messages().map { "\($0)" }.joined(separator: "\n"))
        case .hearthctl(let arguments): return DeskAnswer(try bench.box.hearthctl(arguments))
        case .shell(let command): return DeskAnswer(try bench.box.shell(command))
        case .log: return DeskAnswer(bench.box.log)
        case .strike(let kind):
            guard let fault = bench.fault(kind) else { throw BenchLacks("the fault \(kind.rawValue)") }
            try fault.strike()
            return DeskAnswer("\(kind.rawValue): broken")
        case .mend(let kind):
            guard let fault = bench.fault(kind) else { throw BenchLacks("the fault \(kind.rawValue)") }
            try fault.mend()
            return DeskAnswer("\(kind.rawValue): mended")
        case .stop:
            return DeskAnswer("hearthd ended with \(try bench.box.stop())")
        }
    }

    private func press(_ keys: [RemoteKey], _ kind: HandKind?, _ hold: Int) throws -> DeskAnswer {
        guard let hand = kind.map({ bench.hand($0) }) ?? bench.hands.first else {
            throw BenchLacks(kind.map { "the hand \($0.rawValue)" } ?? "hands")
        }
        for (index, key) in keys.enumerated() {
            guard hand.has(key) else { return DeskAnswer(succeeded: false, "such a remote has no \(key.rawValue)") }
            // stb-tester's gap between presses.
            if index > 0 { pause(.milliseconds(300)) }
            _ = try hand.press(key)
            if hold > 0 { pause(.milliseconds(hold)) }
            try hand.release(key)
        }
        return DeskAnswer("\(keys.map(\.rawValue).joined(separator: " ")) by \(hand.kind.rawValue)")
    }

    private static func description(of sound: Sound) -> String {
        let beeps = Beep.all(in: sound.samples).map { "\($0.hertz) Hz for \($0.frames.count * 1_000 / sound.rate) ms" }
        return "\(Double(sound.samples.count) / Double(sound.rate)) s: "
            + (beeps.isEmpty ? "nothing louder than -46 dB" : beeps.joined(separator: ", "))
    }
}
