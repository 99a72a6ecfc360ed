/// Something matters more than what plays, or no longer: `{"what": "begin", "name": "Call", "seconds": 600}`.
package struct InterruptRequest: Codable, Sendable, Equatable {
    package enum What: String, Codable, Sendable { case begin, end }

    package var what: What
    /// As the screen tells it; absent: it tells nothing.
    package var name: String?
    /// The longest that it takes, 1 to 14400; absent: an hour.
    package var seconds: Double?
    /// At its end: whether what was paused for it goes on; absent: it does.
    package var resume: Bool?

    package init(_ what: What, name: String? = nil, seconds: Double? = nil, resume: Bool? = nil) {
        (self.what, self.name, self.seconds, self.resume) = (what, name, seconds, resume)
    }
}

/// A test switch: the screen and the loudspeakers have gone, or are back.
package struct SimulationRequest: Codable, Sendable, Equatable {
    package enum Route: String, Codable, Sendable, CaseIterable { case lost, back }

    package var route: Route

    package init(route: Route) { self.route = route }
}
