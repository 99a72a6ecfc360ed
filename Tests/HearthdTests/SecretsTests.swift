import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite("Accounts in addresses stay with the box")
    struct SecretsTests {
        /// Whatever is an account, a password or a token in these tests holds this word.
        private static let secret = "S3CRET"

        @Test("No account of a path, query or user info is in the log, in an answer, in the events or in the figures")
        func nowhere() async throws {
            let origin = try await TestOrigin()
            let account = "\(Self.secret)USER/\(Self.secret)PASS"
            let addresses = [
                "/live/\(account)/1.m3u8", "/\(account)/123", "/\(account)",
                "/hls/\(Self.secret)/x.ts?t=\(Self.secret)",
                "/ch/1/master.m3u8?status=403&token=\(Self.secret)",
            ].map { origin.url($0).replacing("http://", with: "http://u:\(Self.secret)@") }
            var channels = addresses.map { TestChannel(name: "", url: $0) }
            channels.append(TestChannel(name: "Away", url: "http://u:\(Self.secret)@127.0.0.1:1/\(account)/9.m3u8"))
            channels.append(TestChannel(name: "Good", url: origin.url("/ch/1/master.m3u8?token=\(Self.secret)")))
            let box = try await TestBox(channels, configuration: "[log]\nlevel = \"debug\"\n")
            let events = try RunningProgram(
                "hearthctl", ["events", "--json", "--socket", box.directory.file("socket").path],
                output: box.directory.file("events"), errors: box.directory.file("events.errors"))
            var answers: [String: String] = [:]
            for number in 1...addresses.count + 1 {
                try await box.control("tune", "\(number)")
                let status = try await box.reaches("channel \(number) fails") {
                    $0.state == .failed && $0.channel?.number == number && $0.trouble != nil
                }
                let trouble = try #require(status.trouble)
                answers["trouble of \(number)"] = "\(trouble.cause) \(trouble.nextStep)"
                answers["status of \(number)"] = try await box.control("status", "--json").everything
            }
            for (index, address) in addresses.enumerated() {
                answers["play \(index)"] = try await box.control("play", address).everything
                answers["status of what is played \(index)"] = try await box.control("status", "--json").everything
            }
            answers["a wrong address"] = try await box.control("play", "hppt://u:\(Self.secret)@h/\(account)/1")
                .everything
            try await box.control("diagnostics", "on")
            try await box.control("tune", "\(channels.count)")
            try await box.plays(channels.count)
            for verb in ["status", "channels", "flips", "tracks", "commands", "parental status", "diagnostics"] {
                let words = verb.split(separator: " ").map(String.init)
                let socket = ["--json", "--socket", box.directory.file("socket").path]
                answers[verb] = try await Program.run("hearthctl", words + socket).everything
            }
            answers["metrics"] = try await box.control("metrics").everything
            answers["log"] = try await box.control("log").everything
            events.kill()
            answers["events"] = try String(contentsOf: box.directory.file("events"), encoding: .utf8)
            answers["the daemon's own log"] = box.log
            // What was looked through is there, and says where the trouble is.
            #expect(box.log.contains("/…/1.m3u8 answered 404"))
            #expect(answers["events"]?.contains("failed") == true)
            for (place, text) in answers {
                #expect(!text.isEmpty, "\(place)")
                if let found = text.firstRange(of: Self.secret) {
                    Issue.record("in \(place): …\(text[..<found.upperBound].suffix(200))")
                }
            }
        }

        @Test("A channel list that can't be had is told without its account, and the state's files are the box's alone")
        func list() async throws {
            let box = try await TestBox(
                lineup: "http://u:\(Self.secret)@127.0.0.1:1/\(Self.secret)/\(Self.secret)/tv.m3u?p=\(Self.secret)")
            try #require(await holds { box.log.contains("127.0.0.1:1") })
            #expect(!box.log.contains(Self.secret))
            #expect(try await box.control("status", "--json").everything.contains(Self.secret) == false)
            let state = box.directory.file("state")
            for file in try FileManager.default.contentsOfDirectory(atPath: state.path) {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: state.appendingPathComponent(file).path)
                let mode = try #require(attributes[.posixPermissions] as? Int)
                // A folder is entered by its owner.
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                let allowed = isFolder ? 0o700 : 0o640
                #expect(mode & 0o777 & ~allowed == 0, "\(file) has \(String(mode, radix: 8))")
            }
        }
    }
}

extension ProgramRun {
    fileprivate var everything: String { text + errors }
}
