import ControlProtocol
import TestSupport
import Testing

@Suite("OpenMetrics text")
struct OpenMetricsTests {
    @Test("Letter for letter")
    func text() {
        var metrics = OpenMetrics()
        metrics.info("hearth_build", "The daemon.", ["version": "0.1"])
        metrics.gauge("hearth_uptime_seconds", unit: "seconds", "Since the start.", [.init([:], 7)])
        metrics.counter(
            "hearth_flips", "Flips \"that\" ended.",
            [.init(["outcome": "shown"], 3), .init(["outcome": "a \"b\" \\ \n"], 0.5)])
        metrics.gauge("hearth_nothing", "Has no value, and no line.", [])
        #expect(
            metrics.text == #"""
                # TYPE hearth_build info
                # HELP hearth_build The daemon.
                hearth_build_info{version="0.1"} 1
                # TYPE hearth_uptime_seconds gauge
                # UNIT hearth_uptime_seconds seconds
                # HELP hearth_uptime_seconds Since the start.
                hearth_uptime_seconds 7
                # TYPE hearth_flips counter
                # HELP hearth_flips Flips \"that\" ended.
                hearth_flips_total{outcome="shown"} 3
                hearth_flips_total{outcome="a \"b\" \\ \n"} 0.5
                # EOF

                """#)
    }

    @Test("A histogram counts what is below each bound, and all")
    func histogram() throws {
        var values = DurationHistogram()
        for nanoseconds: Int64 in [0, 2_000_000, 2_000_001, 40_000_000, 11_000_000_000] {
            values.add(nanoseconds: nanoseconds)
        }
        #expect(values.count == 5)
        #expect(abs(values.seconds - 11.044000001) < 1e-9)
        let counts = Dictionary(values.buckets.map { ($0.bound, $0.count) }) { $1 }
        #expect(counts[0.002] == 2 && counts[0.005] == 3 && counts[0.034] == 3 && counts[0.051] == 4)
        #expect(counts[10] == 4 && counts[.infinity] == 5)
        var metrics = OpenMetrics()
        metrics.histogram("flip_seconds", unit: "seconds", "How long.", [(["kind": "warm"], values)])
        let families = try MetricsReader.families(of: metrics.text)
        #expect(families["flip_seconds"]?.type == "histogram")
        #expect(families["flip_seconds"]?.samples.last?.name == "flip_seconds_sum")
    }

    @Test(
        "The reader is strict",
        arguments: [
            "a 1.0\n# EOF\n", "# TYPE a gauge\na 1.0\n", "# TYPE a counter\na 1.0\n# EOF\n",
            "# TYPE a gauge\na{b=\"c\" 1.0\n# EOF\n",
            "# TYPE a gauge\na 1.0\na 2.0\n# EOF\n", "# TYPE a gauge\na x\n# EOF\n",
            "# TYPE a gauge\n# TYPE a gauge\na 1.0\n# EOF\n",
            "# TYPE a_seconds gauge\n# UNIT a_seconds bytes\na_seconds 1.0\n# EOF\n",
            "# TYPE a gauge\na 1.0\n# EOF\nb 1.0\n",
            "# TYPE a histogram\na_bucket{le=\"1.0\"} 2.0\na_bucket{le=\"+Inf\"} 1.0\na_count 1.0\na_sum 1.0\n# EOF\n",
            "# TYPE a histogram\na_bucket{le=\"1.0\"} 1.0\na_count 1.0\na_sum 1.0\n# EOF\n",
        ])
    func strict(_ text: String) {
        #expect(throws: MetricsReader.Mistake.self) { try MetricsReader.families(of: text) }
    }
}
