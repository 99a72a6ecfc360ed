import Foundation

/// The paths of the project's scripts and built programs.
package struct Checkout: Sendable {
    package let root: String
    /// The folder of the running program, and of its siblings `hearthd`, `hearthctl`, `hearth-origin`.
    package let programs: String

    /// Finds the checkout upwards from the running program; `$HEARTH_ROOT` overrides.
    package init() throws {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        programs = URL(fileURLWithPath: own).deletingLastPathComponent().path
        if let named = ProcessInfo.processInfo.environment["HEARTH_ROOT"] {
            root = named
            return
        }
        var folder = URL(fileURLWithPath: programs)
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appending(path: "scripts/board/run").path) {
                root = folder.path
                return
            }
            folder.deleteLastPathComponent()
        }
        throw NotInACheckout(programs: programs)
    }

    package func script(_ name: String) -> String { "\(root)/scripts/\(name)" }
}

package struct NotInACheckout: Error, CustomStringConvertible {
    package var programs: String

    package var description: String {
        "\(programs) is in no checkout of Hearth: run hearth-rig from one, or set HEARTH_ROOT to it"
    }
}
