import ControlProtocol
import Glibc
import MediaCore

extension Catalogue {
    static let underrun = Scenario(
        "underrun", "The daemon stands still for half a second: the sound comes back clean and in step",
        needs: [.eyes, .everyFrame, .ears]
    ) { run in
        try run.start()
        guard try run.waitForChannel(1) != nil, let process = run.bench.box.process else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(.seconds(5))
        let sound = try run.heard {
            pause(.milliseconds(2_200))
            run.mark(.fault, "stopped")
            _ = try run.bench.box.shell("kill -STOP \(process)")
            pause(.milliseconds(500))
            _ = try run.bench.box.shell("kill -CONT \(process)")
            run.mark(.fault, "goes on")
            pause(.seconds(5))
        }
        let underruns = try run.bench.box.status().audio?.underruns ?? 0
        run.check("The card did run dry", underruns >= 1, found: "\(underruns) underruns")
        let late = sound.suffix(3).map { abs($0.hertz - 500) }
        run.check(
            "The beeps are right afterwards", late.count == 3 && late.allSatisfy { $0 <= 5 },
            found: "\(sound.map(\.hertz)) Hz")
        let watch = try run.eyes().look(at: .pattern)
        defer { watch.stop() }
        pause(.seconds(2))
        let standstill = try Viewing(watch.all()).longestStandstill
        run.figure(
            "longest standstill afterwards", (standstill?.duration ?? .seconds(9)).milliseconds, "ms", limit: 100)
    }
}
