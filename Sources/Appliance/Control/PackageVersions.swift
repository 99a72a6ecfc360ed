import ControlProtocol
import FoundationEssentials

/// The list of Swift packages that `scripts/install` writes beside the programs.
enum PackageVersions {
    /// Where the list lies, from the folder of the programs (`/usr/bin`).
    static let path = "../lib/hearth/versions.txt"

    /// Reads the list that was installed with the running program; nil where there is none.
    static func installed() -> [VersionsInfo.Package]? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let slash = program.lastIndex(of: "/"),
            let data = FileManager.default.contents(atPath: program[...slash] + path)
        else { return nil }
        return parse(String(decoding: data, as: UTF8.self))
    }

    /// Reads lines of a name, a version and the tested version, between blanks; `-` for none. Other lines are passed
    /// over.
    static func parse(_ text: String) -> [VersionsInfo.Package] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3 else { return nil }
            return VersionsInfo.Package(
                name: String(words[0]), version: String(words[1]), tested: words[2] == "-" ? nil : String(words[2]))
        }
    }
}
