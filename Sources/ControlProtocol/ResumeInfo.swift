import FoundationEssentials

/// The places where films and other items that end were left, the last one first.
package struct ResumeList: Codable, Sendable, Equatable {
    package struct Point: Codable, Sendable, Equatable {
        /// The channel's id; of an address that no list has, what it comes to without its secrets.
        package var id: String
        package var name: String
        /// How far from the beginning it was left.
        package var positionSeconds: Int
        package var durationSeconds: Int
        /// When it was left.
        package var updated: Date

        enum CodingKeys: String, CodingKey {
            case id, name, updated
            case positionSeconds = "position_s"
            case durationSeconds = "duration_s"
        }

        package init(id: String, name: String, positionSeconds: Int, durationSeconds: Int, updated: Date) {
            self.id = id
            self.name = name
            self.positionSeconds = positionSeconds
            self.durationSeconds = durationSeconds
            self.updated = updated
        }
    }

    package var points: [Point]

    package init(points: [Point] = []) { self.points = points }
}

/// Forgets the place of an item, or of all.
package struct ResumeForgetRequest: Codable, Sendable, Equatable {
    /// Absent: of all, which `all` must say too.
    package var id: String?
    package var all: Bool?

    package init(id: String? = nil, all: Bool? = nil) {
        self.id = id
        self.all = all
    }
}
