import Appliance
import ArgumentParser
import Base
import CLinux
import ConfigurationFile
import Glibc

/// The daemon: reads the configuration, picks real or headless devices, runs the box.
@main
struct Hearthd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearthd",
        abstract: "Live television on this machine's screen, speakers and remotes.",
        discussion: """
            Without options it is what /etc/hearth/hearth.toml says. Options win over the file, so that \
            several can run side by side. Exit codes: 0 stopped as asked, 1 a device or a file failed, \
            2 the configuration or the options are wrong.
            """,
        version: Versions.hearth)

    @Option(help: "Configuration file (default: /etc/hearth/hearth.toml, if there is one).")
    var config: String?

    @Option(help: "Where the box keeps what it remembers.")
    var stateDir: String?

    @Option(help: "Path of the control socket.")
    var socket: String?

    @Flag(help: "No screen, sound card or remote: a modelled one of each.")
    var headless = false

    @Option(help: "Channel list (M3U) or HLS playlist: a path, a folder or an http(s) address; repeatable.")
    var lineup: [String] = []

    @Option(help: "With --headless: writes a JSON line for every picture that differs from the one before.")
    var record: String?

    @Option(help: "With --headless: writes what is heard to this WAV file, and its times to FILE.jsonl.")
    var recordSound: String?

    @Flag(help: "With --headless: does not put the picture together (to measure playback alone).")
    var noComposition = false

    @Option(help: "Serves a page with picture and remote keys on this port of 127.0.0.1 (0: any).")
    var page: Int?

    @Option(help: "trace, debug, info, notice, warning or error.")
    var logLevel: String?

    /// What the daemon starts itself with, to read a guide in a process of its own.
    @Option(help: .private)
    var importGuide: String?

    func run() async throws {
        if let importGuide {
            guard GuideProcess.child(importGuide) else { throw ExitCode(1) }
            return
        }
        // A box plays for weeks: see Benchmarks/README.md for what this saves.
        hearth_tune_malloc(2, 128 << 10, 512 << 10)
        LoadedCode.giveBack()
        let configuration = try effectiveConfiguration()
        // A client that went away must not end the daemon.
        signal(SIGPIPE, SIG_IGN)
        let daemon = Daemon(
            configuration: configuration,
            headless: HeadlessOptions(record: record, recordSound: recordSound, composes: !noComposition),
            file: configurationFile)
        do {
            try await daemon.run()
        } catch {
            FileDescriptorOutput.standardError("hearthd: \(LogLine.printable("\(error)"))\n")
            throw ExitCode(1)
        }
    }

    private static let standardFile = "/etc/hearth/hearth.toml"

    /// The file to read; nil: there is none.
    private var configurationFile: String? {
        config ?? (access(Self.standardFile, R_OK) == 0 ? Self.standardFile : nil)
    }

    private func effectiveConfiguration() throws -> Configuration {
        let reading = configurationFile.map { ConfigurationReading(file: $0) } ?? ConfigurationReading()
        for warning in reading.warnings {
            FileDescriptorOutput.standardError("hearthd: warning: \(LogLine.printable("\(warning)"))\n")
        }
        for error in reading.errors {
            FileDescriptorOutput.standardError("hearthd: \(LogLine.printable("\(error)"))\n")
        }
        guard reading.errors.isEmpty else { throw ExitCode(2) }

        var configuration = reading.configuration
        if let stateDir { configuration.stateDirectory = stateDir }
        if let socket { configuration.socket = socket }
        if !lineup.isEmpty { configuration.lineup = lineup }
        if let page {
            guard (0...65_535).contains(page) else { throw ValidationError("--page takes 0 to 65535") }
            configuration.page.port = page
        }
        if let logLevel {
            guard let level = Configuration.LogLevel(rawValue: logLevel) else {
                throw ValidationError("--log-level takes trace, debug, info, notice, warning or error")
            }
            configuration.logLevel = level
        }
        if headless {
            configuration.display.device = .headless
            configuration.audio.device = .headless
        }
        return configuration
    }
}
