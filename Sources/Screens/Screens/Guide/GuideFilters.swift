import Commands
import Devices
import Languages
import Layout

/// The choice of the channels that the guide shows, over what it tells of a programme: a row of names, one of them with
/// the focus.
struct GuideFilters: Hashable, Sendable {
    /// So many are seen at once.
    static let mostVisible = 4

    private(set) var index: Int
    private(set) var first = 0

    /// - Parameter index: the one that is chosen
    init(at index: Int, of count: Int) {
        self.index = max(0, min(index, count - 1))
        keepVisible(count)
    }

    mutating func move(_ direction: Command.Direction, of count: Int) {
        index = max(0, min(index + (direction == .left ? -1 : 1), count - 1))
        keepVisible(count)
    }

    mutating func keepVisible(_ count: Int) {
        index = max(0, min(index, count - 1))
        first = min(first, index)
        first = max(first, index - Self.mostVisible + 1)
        first = max(0, min(first, count - Self.mostVisible))
    }

    // MARK: As it is drawn

    private static let gap = 16.0
    private static let height = 72.0

    /// The place of the name with the focus.
    /// - Parameter area: where the row stands; it is as wide as `mostVisible` names
    func place(in area: Rectangle) -> Rectangle {
        let width = Self.width(in: area)
        return Rectangle(
            x: area.x + Double(index - first) * (width + Self.gap), y: area.maxY - Self.height, width: width,
            height: Self.height)
    }

    private static func width(in area: Rectangle) -> Double {
        (area.width + gap) / Double(mostVisible) - gap
    }

    func node(_ filters: [GuideState.Filter], chosen: GuideState.Filter, in area: Rectangle) -> Node {
        let seen = filters.dropFirst(first).prefix(Self.mostVisible)
        let names = seen.map { filter in
            Self.pill(filter, isChosen: filter == chosen, isFocused: false)
                .sized(width: .fixed(Self.width(in: area)))
        }
        let heading = Node.row(
            [
                Theme.title(heading(filters)).sized(width: .fill),
                Theme.time("\(index + 1) / \(filters.count)", size: 26),
            ], alignment: .topLeading)
        return Node.column(
            [
                heading.sized(width: .fill, height: .fill),
                Node.row(names, spacing: Self.gap, alignment: .leading).sized(
                    width: .fill, height: .fixed(Self.height)),
            ]
        ).sized(width: .fixed(area.width), height: .fill)
    }

    /// What kind of choice has the focus.
    func heading(_ filters: [GuideState.Filter]) -> String {
        if filters.indices.contains(index), case .genre = filters[index] { return Strings.say(.genres) }
        return Strings.groups
    }

    static func pill(_ filter: GuideState.Filter, isChosen: Bool, isFocused: Bool) -> Node {
        Theme.pill((isChosen ? "✓ " : "") + Strings.name(of: filter), isFocused: isFocused)
    }
}

extension Strings {
    static func name(of filter: GuideState.Filter) -> String {
        switch filter {
        case .all: allChannels
        case .favourites: favourites
        case .group(let name), .genre(let name): name
        }
    }
}
