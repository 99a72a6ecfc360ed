/// The outcome of a scenario, with its evidence.
package struct ScenarioResult: Codable, Sendable {
    package struct Check: Codable, Sendable {
        package var what: String
        package var passed: Bool
        /// The findings as text for people.
        package var found: String
        /// Names of pictures in the report's folder.
        package var pictures: [String]

        package init(what: String, passed: Bool, found: String, pictures: [String] = []) {
            self.what = what
            self.passed = passed
            self.found = found
            self.pictures = pictures
        }
    }

    package struct Figure: Codable, Sendable {
        package var name: String
        package var value: Double
        package var unit: String
        /// The most the figure may be; nil: it is only reported.
        package var limit: Double?

        package init(name: String, value: Double, unit: String, limit: Double? = nil) {
            self.name = name
            self.value = value
            self.unit = unit
            self.limit = limit
        }

        package var passed: Bool { limit.map { value <= $0 } ?? true }
    }

    /// One entry of the timeline. Times are CLOCK_MONOTONIC nanoseconds.
    package struct Entry: Codable, Sendable {
        package enum Lane: String, Codable, Sendable, CaseIterable { case key, picture, sound, bus, fault, note }
        package var lane: Lane
        package var time: Int64
        /// The end of what lasts; nil for a moment.
        package var end: Int64?
        package var text: String

        package init(lane: Lane, time: Int64, end: Int64? = nil, text: String) {
            self.lane = lane
            self.time = time
            self.end = end
            self.text = text
        }
    }

    package var scenario: String
    package var bench: String
    package var isSimulated: Bool
    package var checks: [Check] = []
    package var figures: [Figure] = []
    package var timeline: [Entry] = []
    /// File names in the report's folder, oldest first.
    package var pictures: [String] = []
    /// The error that ended the scenario; nil when it came to its end.
    package var error: String?
    /// The capabilities that the bench lacks; the scenario was then not run.
    package var missing: [String] = []
    /// The versions of the box's parts, as the box reports them; empty when it did not answer at
    /// the end.
    package var versions: [String: String] = [:]
    /// The duration, by the board's clock.
    package var seconds: Double = 0

    package var wasRun: Bool { missing.isEmpty }
    package var passed: Bool { wasRun && error == nil && checks.allSatisfy(\.passed) && figures.allSatisfy(\.passed) }

    package init(scenario: String, bench: String, isSimulated: Bool) {
        self.scenario = scenario
        self.bench = bench
        self.isSimulated = isSimulated
    }
}
