/// The versions of what runs: Hearth, the kernel, the C libraries as they were loaded, and the Swift packages that
/// Hearth was built with.
package struct VersionsInfo: Codable, Sendable, Equatable {
    /// A Swift package that is linked in.
    package struct Package: Codable, Sendable, Equatable {
        package var name: String
        package var version: String
        /// The version that Hearth was tested with; absent where it was tested without this package.
        package var tested: String?

        package init(name: String, version: String, tested: String?) {
            self.name = name
            self.version = version
            self.tested = tested
        }
    }

    /// Versions by name: `hearth`, `kernel`, `ffmpeg`, `curl`, `alsa`.
    package var versions: [String: String]
    /// The packages in the order of their names; absent where the daemon was not installed by `scripts/install`, which
    /// is what writes them down.
    package var packages: [Package]?

    package init(versions: [String: String], packages: [Package]?) {
        self.versions = versions
        self.packages = packages
    }
}
