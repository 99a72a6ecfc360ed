import BandwidthSimulation

/// Measures the choice of variants over lines of many shapes, beside a plain throughput rule and
/// BOLA.
struct AdaptationBenchmark {
    func run(_ report: inout Report) {
        var sums: [String: (ratio: Double, rate: Double, switches: Double, startUp: Double, count: Double)] = [:]
        for channel in SimulatedChannel.all {
            for trace in BandwidthTrace.all {
                let simulation = BandwidthSimulation(trace: trace, channel: channel)
                let outcomes = [
                    ("hearth", simulation.run()), ("throughput", simulation.run(.throughput)),
                    ("bola", simulation.run(.bola)),
                ]
                for (rule, outcome) in outcomes {
                    add("\(channel.name), \(trace.name), \(rule)", outcome, &report)
                    var sum = sums[rule] ?? (0, 0, 0, 0, 0)
                    sum.ratio += outcome.rebufferRatio
                    sum.rate += outcome.meanRate
                    sum.switches += Double(outcome.switches)
                    sum.startUp += outcome.startUp ?? simulation.duration
                    sum.count += 1
                    sums[rule] = sum
                }
            }
        }
        for (rule, sum) in sums.sorted(by: { $0.key < $1.key }) {
            report.add(
                "abr", "mean of all, \(rule)",
                [
                    ("rebuffer %", sum.ratio / sum.count * 100), ("Mbit/s", sum.rate / sum.count / 1e6),
                    ("switches", sum.switches / sum.count), ("start s", sum.startUp / sum.count),
                ])
        }
        guard let own = sums["hearth"] else { return }
        for (rule, sum) in sums where own.ratio > sum.ratio {
            report.miss("abr: more rebuffering than \(rule)")
        }
    }

    private func add(_ cell: String, _ outcome: BandwidthOutcome, _ report: inout Report) {
        report.add(
            "abr", cell,
            [
                ("rebuffer %", outcome.rebufferRatio * 100), ("stalls", Double(outcome.stalls)),
                ("Mbit/s", outcome.meanRate / 1e6), ("switches", Double(outcome.switches)),
                ("start s", outcome.startUp ?? -1),
            ])
    }
}
