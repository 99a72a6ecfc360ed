import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite("The phones' door of a running box")
    struct PhoneDoorTests {
        private static let configuration = "[phones]\nport = 0\nlisten = \"127.0.0.1\"\nannounce = false\n"

        /// Asks as curl does; the status, 0 where there was no answer, and the body.
        private func curl(_ arguments: [String]) async throws -> (status: Int, body: String) {
            let run = try await ProgramRun.finished(
                "/usr/bin/curl", ["-s", "-m", "60", "-w", "\n%{http_code}"] + arguments)
            let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
            return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
        }

        private func offer(_ box: TestBox) async throws -> PhoneOffer {
            try Wire.decode(PhoneOffer.self, from: try await box.control("phones", "pair", "--json").output)
        }

        @Test("A phone is paired over restarts; its rights are a remote's; others are refused, and learn nothing")
        func rights() async throws {
            let box = try await TestBox([], configuration: Self.configuration)
            let offer = try await offer(box)
            let address = String(offer.address.dropLast())
            #expect(offer.link.hasPrefix(offer.address + "#") && offer.picture.count > 20)

            // Nobody is in without a token: not by any route but the one that brings it.
            for route in Route.allCases where route != .phonePair {
                let answer = try await curl(["-X", route.method.rawValue, "-d", "{}", address + route.path])
                #expect(answer.status == 403 || answer.status == 429, "\(route): \(answer)")
            }
            let dead = TestChannel(name: "One", url: "http://127.0.0.1:9/none.m3u8")
            let again = try await TestBox([dead], configuration: Self.configuration)
            let other = try await self.offer(again)
            let place = String(other.address.dropLast())
            let proof = "{\"secret\":\"\(other.link.split(separator: "#")[1])\",\"name\":\"Anna\"}"
            let paired = try await curl(["-d", proof, place + "/v1/phone/pair"])
            #expect(paired.status == 200, "\(paired)")
            let token = try Wire.decode(PhoneToken.self, from: Data(paired.body.utf8))
            let bearer = ["-H", "Authorization: Bearer \(token.token)"]
            for route in Route.allCases where ![.phonePair, .phoneLeave, .events].contains(route) {
                let answer = try await curl(bearer + ["-X", route.method.rawValue, "-d", "{}", place + route.path])
                #expect((answer.status == 403) == !route.isForPhones, "\(route): \(answer)")
            }
            for (command, status) in [
                ("channel_up", 200), ("volume 20", 200), ("tune 1", 200), ("tune One", 403), ("reset_player", 403),
                ("play http://evil.example/a.m3u8", 403), ("nonsense", 400),
            ] {
                let answer = try await curl(
                    bearer + ["-d", "{\"command\":\"\(command)\"}", place + "/v1/command"])
                #expect(answer.status == status, "\(command): \(answer)")
            }
            #expect(try await again.status().sound.volume == 20)

            // Other names, other pages.
            for foreign in [["Host: evil.example"], ["Origin: http://evil.example"], ["Origin: null"]] {
                let headers = foreign.flatMap { ["-H", $0] }
                #expect(try await curl(bearer + headers + [place + "/v1/status"]).status == 403)
                #expect(try await curl(headers + [place + "/"]).status == 403)
            }
            // The files of the page hold nothing, and nothing else is there.
            for path in ["/", "/manifest.webmanifest", "/worker.js", "/icon.png"] {
                #expect(try await curl(["-o", "/dev/null", place + path]).status == 200)
            }
            for path in ["/index.html", "/../etc/passwd", "/box.crt", "//"] {
                #expect(try await curl(["--path-as-is", place + path]).status != 200)
            }

            // Over a restart; and out when it is shut out.
            #expect(try await again.terminate().status == 0)
            let back = try await TestBox([], configuration: Self.configuration, directory: again.directory)
            let list = try Wire.decode(PhoneList.self, from: try await back.control("phones", "--json").output)
            #expect(list.phones.map(\.name) == ["Anna"])
            let now = String(try #require(list.address).dropLast())
            #expect(try await curl(bearer + [now + "/v1/status"]).status == 200)
            #expect(try await back.control("phones", "revoke", "Anna").status == 0)
            #expect(try await curl(bearer + [now + "/v1/status"]).status == 403)
            for log in [box.log, again.log, back.log] {
                #expect(!log.contains(token.token) && !log.contains(other.code) && !log.contains(offer.code))
            }
        }

        @Test("Guesses end the offer; a flood is held back, and the box is there for others meanwhile")
        func guesses() async throws {
            let box = try await TestBox([], configuration: Self.configuration)
            let offer = try await offer(box)
            let wrong = offer.code == "000000" ? "000001" : "000000"
            var answers: [Int] = []
            for _ in 0..<6 {
                answers.append(
                    try await curl(["-d", "{\"code\":\"\(wrong)\"}", offer.address + "v1/phone/pair"]).status)
            }
            #expect(answers == [403, 403, 403, 403, 403, 409])
            #expect(
                try await curl(["-d", "{\"code\":\"\(offer.code)\"}", offer.address + "v1/phone/pair"]).status == 409)
            // A thousand requests with a wrong token, as fast as they go: ten are looked at, and the rest waits.
            let flood = try await ProgramRun.finished(
                "/usr/bin/curl",
                [
                    "-s", "-o", "/dev/null", "-w", "%{http_code}\n", "-H", "Authorization: Bearer guess",
                    offer.address + "v1/status?[1-1000]",
                ])
            let counts = Dictionary(grouping: flood.text.split(separator: "\n"), by: { $0 }).mapValues(\.count)
            #expect((counts["403"] ?? 0) < 100 && (counts["429"] ?? 0) > 500, "\(counts)")
            #expect(try await box.control("status").status == 0 && box.isRunning)
        }

        @Test("Without a door nothing listens, and pairing says what to set")
        func closed() async throws {
            let box = try await TestBox([])
            let refused = try await box.control("phones", "pair")
            #expect(refused.status == 4 && refused.errors.contains("[phones] port"))
            #expect(try await box.control("phones").text.contains("no door"))
        }

        @Test("Encrypted: a phone that trusts the box's authority talks to it; who does not is warned")
        func encrypted() async throws {
            let box = try await TestBox([], configuration: Self.configuration + "https = true\n")
            let offer = try await offer(box)
            #expect(offer.address.hasPrefix("https://127.0.0.1:"))
            let fetched = try await curl(["-k", offer.address + "box.crt"])
            #expect(fetched.status == 200)
            let file = box.directory.file("box.crt")
            try Data(fetched.body.utf8).write(to: file)
            let trust = ["--cacert", file.path]
            let page = try await curl(trust + [offer.address])
            #expect(page.status == 200 && page.body.contains("<title>Hearth</title>"))
            #expect(try await curl([offer.address]).status == 0)
            // Old protocols, and no protocol at all.
            #expect(try await curl(trust + ["--tls-max", "1.1", offer.address]).status == 0)
            #expect(try await curl([offer.address.replacingOccurrences(of: "https:", with: "http:")]).status == 0)
            for version in ["1.2", "1.3"] {
                #expect(
                    try await curl(trust + ["--tls-max", version, offer.address + "icon.png", "-o", "/dev/null"]).status
                        == 200)
            }
            let secret = offer.link.split(separator: "#")[1]
            let paired = try await curl(trust + ["-d", "{\"secret\":\"\(secret)\"}", offer.address + "v1/phone/pair"])
            let token = try Wire.decode(PhoneToken.self, from: Data(paired.body.utf8))
            let bearer = ["-H", "Authorization: Bearer \(token.token)"]
            // Long answers in pieces, and several requests on one connection.
            let shots = try await ProgramRun.finished(
                "/usr/bin/curl",
                trust + bearer + [
                    "-s", "-o", "/dev/null", "-w", "%{http_code} %{num_connects}\n",
                    offer.address + "v1/shot?width=640&n=[1-5]",
                ])
            #expect(shots.text.split(separator: "\n") == ["200 1", "200 0", "200 0", "200 0", "200 0"])
            let told = try await curl(trust + bearer + ["-m", "2", offer.address + "v1/events"])
            #expect(told.body.hasPrefix(": hearth"))
            #expect(box.isRunning)
        }
    }
}
