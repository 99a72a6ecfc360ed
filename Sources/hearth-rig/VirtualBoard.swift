import ArgumentParser
import Rig

/// A board that this machine can bring up by itself, and the scripts that do it.
enum VirtualBoard: String, ExpressibleByArgument, CaseIterable {
    case u, q

    /// The commands that build the board, one after the other.
    func building(_ checkout: Checkout) -> [[String]] {
        switch self {
        case .u:
            [
                [checkout.script("packages"), "board"], [checkout.script("board/build-kernel")],
                ["\(checkout.programs)/hearth-origin", "--profile", "rates", "--prepare"],
            ]
        case .q: [[checkout.script("board/build-q")]]
        }
    }

    /// The running board, of which there is one at most.
    static var running: RunningBoard? {
        allCases.map { RunningBoard($0.rawValue) }.first { $0.process != nil }
    }
}
