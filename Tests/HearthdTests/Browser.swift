import Base
import Foundation
import Glibc

/// A Chromium without a window, asked over its DevTools pipe: messages in JSON, each with a zero byte behind it.
final class Browser: Sendable {
    /// Where Debian and others put it; nil: it is not installed.
    static let program = ["chromium", "chromium-browser", "google-chrome"].map { "/usr/bin/\($0)" }
        .first(where: FileManager.default.isExecutableFile(atPath:))

    /// What a browser keeps: history, sessions, storage.
    let profile: URL
    private let process = Process()
    private let (orders, answers) = (Pipe(), Pipe())
    private let talk = Locked(Talk())

    private struct Talk {
        var last = 0
        var session = ""
        var unread = Data()
    }

    struct Failure: Error { var text: String }

    /// Starts one with a blank page.
    init(in directory: TestDirectory) async throws {
        profile = directory.file("browser")
        process.executableURL = URL(filePath: "/bin/sh")
        // The pipe is its descriptors 3 and 4. As root it has no sandbox of its own.
        process.arguments = [
            "-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null", "sh", Self.program ?? "chromium", "--headless=new",
            "--disable-gpu", "--no-first-run", "--remote-debugging-pipe", "--user-data-dir=\(profile.path)",
            "--window-size=1200,900",
        ]
        if getuid() == 0 { process.arguments?.append("--no-sandbox") }
        process.arguments?.append("about:blank")
        process.standardInput = orders
        process.standardOutput = answers
        let errors = directory.file("browser-errors")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        // Its copy is ours no more: when the browser goes, reading ends.
        try answers.fileHandleForWriting.close()

        struct Targets: Decodable { var targetInfos: [Target] }
        struct Target: Decodable { var targetId, type: String }
        struct Attached: Decodable { var sessionId: String }
        let targets: Targets = try await call("Target.getTargets")
        guard let page = targets.targetInfos.first(where: { $0.type == "page" }) else { throw Failure(text: "no page") }
        let attached: Attached = try await call(
            "Target.attachToTarget", ["targetId": .text(page.targetId), "flatten": .flag(true)])
        talk.withLock { $0.session = attached.sessionId }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Goes to an address, as one who pastes it.
    func open(_ address: String) async throws {
        let _: Nothing = try await call("Page.navigate", ["url": .text(address)])
    }

    /// Loads the page anew.
    func reload() async throws {
        let _: Nothing = try await call("Page.reload")
    }

    /// What a script's expression comes to in the page, as text.
    func value(_ expression: String) async throws -> String {
        struct Evaluated: Decodable {
            struct Result: Decodable { var value: String? }
            var result: Result
        }
        let answer: Evaluated = try await call("Runtime.evaluate", ["expression": .text("String(\(expression))")])
        return answer.result.value ?? ""
    }

    /// Lets the page have so many points of room, as a phone of that size.
    func resize(width: Double, height: Double, scale: Double = 2) async throws {
        let _: Nothing = try await call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(width), "height": .number(height), "deviceScaleFactor": .number(scale),
                "mobile": .flag(true),
            ])
        let _: Nothing = try await call("Emulation.setTouchEmulationEnabled", ["enabled": .flag(true)])
    }

    /// A picture of the page, as PNG.
    func picture() async throws -> Data {
        struct Shot: Decodable { var data: String }
        let shot: Shot = try await call("Page.captureScreenshot")
        return Data(base64Encoded: shot.data) ?? Data()
    }

    /// Puts a finger down, moves it along the points and takes it away.
    func touch(_ points: [(x: Double, y: Double)]) async throws {
        for (index, point) in points.enumerated() {
            let _: Nothing = try await call(
                "Input.dispatchTouchEvent",
                [
                    "type": .text(index == 0 ? "touchStart" : "touchMove"), "touchPoints": .points([point.x, point.y]),
                ])
        }
        let _: Nothing = try await call(
            "Input.dispatchTouchEvent", ["type": .text("touchEnd"), "touchPoints": .points([])])
    }

    /// The addresses that Back and Forward lead to, and the address bar's. What was typed is kept beside them, or not,
    /// as it happens.
    func history() async throws -> [String] {
        struct History: Decodable {
            struct Entry: Decodable { var url: String }
            var entries: [Entry]
        }
        let history: History = try await call("Page.getNavigationHistory")
        return history.entries.map(\.url)
    }

    /// Presses a key of the keyboard and lets go of it.
    func press(_ key: String) async throws {
        for phase in ["keyDown", "keyUp"] {
            let _: Nothing = try await call("Input.dispatchKeyEvent", ["type": .text(phase), "key": .text(key)])
        }
    }

    /// Clicks in the middle of what the selector finds.
    func click(_ selector: String) async throws {
        let box = "document.querySelector('\(selector)').getBoundingClientRect()"
        let place = try await value("(box => [box.x + box.width / 2, box.y + box.height / 2])(\(box))")
            .split(separator: ",").compactMap { Double($0) }
        guard place.count == 2 else { throw Failure(text: "nothing is \(selector)") }
        for phase in ["mousePressed", "mouseReleased"] {
            let _: Nothing = try await call(
                "Input.dispatchMouseEvent",
                [
                    "type": .text(phase), "x": .number(place[0]), "y": .number(place[1]), "button": .text("left"),
                    "clickCount": .number(1),
                ])
        }
    }

    /// Closes it as a user does: what it keeps is on the disk then.
    func close() async throws {
        let _: Nothing = try await call("Browser.close")
        try await blocking(on: "test-program") { [process] in process.waitUntilExit() }
    }

    // MARK: - The pipe

    private enum Parameter: Encodable {
        case text(String)
        case number(Double)
        case flag(Bool)
        /// One point of touch, or none.
        case points([Double])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .flag(let flag): try container.encode(flag)
            case .points(let point):
                try container.encode(point.count == 2 ? [["x": point[0], "y": point[1]]] : [])
            }
        }
    }

    private struct Nothing: Decodable {}

    private struct Order: Encodable {
        var id: Int
        var method: String
        var params: [String: Parameter]
        var sessionId: String?
    }

    private struct Answer<Result: Decodable>: Decodable {
        struct Fault: Decodable { var message: String }
        var id: Int
        var result: Result?
        var error: Fault?
    }

    private func call<Result: Decodable & Sendable>(_ method: String, _ parameters: [String: Parameter] = [:])
        async throws -> Result
    {
        try await blocking(on: "test-browser") { [self] in
            try talk.withLock { talk in
                talk.last += 1
                let ofThePage = !talk.session.isEmpty && !method.hasPrefix("Browser.")
                let order = Order(
                    id: talk.last, method: method, params: parameters, sessionId: ofThePage ? talk.session : nil)
                try orders.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(order) + [0])
                return try answer(to: order, &talk)
            }
        }
    }

    /// Reads until the answer; what the browser tells by itself is passed over.
    private func answer<Result: Decodable>(to order: Order, _ talk: inout Talk) throws -> Result {
        while true {
            while let end = talk.unread.firstIndex(of: 0) {
                let message = talk.unread[..<end]
                talk.unread = Data(talk.unread[(end + 1)...])
                guard let answer = try? JSONDecoder().decode(Answer<Result>.self, from: Data(message)),
                    answer.id == order.id
                else { continue }
                guard let result = answer.result else {
                    throw Failure(text: "\(order.method): \(answer.error?.message ?? "nothing")")
                }
                return result
            }
            let more = answers.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failure(text: "\(order.method): the browser is gone") }
            talk.unread += more
        }
    }
}
