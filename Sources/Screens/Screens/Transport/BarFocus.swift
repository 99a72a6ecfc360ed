import Commands
import Devices

/// Where the keys are in the bar: on the timeline, on the menus above it, or in one of these. Pure.
enum BarFocus: Hashable, Sendable {
    case timeline
    case menus(Int)
    case entries(menu: Int, entry: Int)

    /// Moves to the neighbour there.
    /// - Returns: false where there is none: then it is where it was
    mutating func move(_ direction: Command.Direction, in menus: [BarMenu]) -> Bool {
        switch (self, direction) {
        case (.timeline, .up) where !menus.isEmpty: self = .menus(0)
        case (.menus(let menu), .left) where menu > 0: self = .menus(menu - 1)
        case (.menus(let menu), .right) where menu + 1 < menus.count: self = .menus(menu + 1)
        case (.menus(let menu), .up): return open(menu, menus)
        case (.menus, .down): self = .timeline
        case (.entries(let menu, let entry), .up) where entry > 0: self = .entries(menu: menu, entry: entry - 1)
        case (.entries(let menu, let entry), .down):
            self = entry + 1 < menus[menu].entries.count ? .entries(menu: menu, entry: entry + 1) : .menus(menu)
        default: return false
        }
        return true
    }

    /// Opens a menu on what is chosen in it; false for one that is a single thing.
    mutating func open(_ menu: Int, _ menus: [BarMenu]) -> Bool {
        guard menus.indices.contains(menu), menus[menu].entries.count > 1 else { return false }
        self = .entries(menu: menu, entry: menus[menu].entries.firstIndex(where: \.isChosen) ?? 0)
        return true
    }

    /// Steps back towards the timeline; false on it.
    mutating func back() -> Bool {
        switch self {
        case .timeline: return false
        case .menus: self = .timeline
        case .entries(let menu, _): self = .menus(menu)
        }
        return true
    }

    /// Keeps to the menus that are there, which may be others than before.
    mutating func keep(to menus: [BarMenu]) {
        switch self {
        case .timeline: break
        case .menus(let menu): if !menus.indices.contains(menu) { self = menus.isEmpty ? .timeline : .menus(0) }
        case .entries(let menu, let entry):
            if !menus.indices.contains(menu) {
                self = menus.isEmpty ? .timeline : .menus(0)
            } else if !menus[menu].entries.indices.contains(entry) {
                self = .menus(menu)
            }
        }
    }
}
