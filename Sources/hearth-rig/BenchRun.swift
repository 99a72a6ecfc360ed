import ArgumentParser
import Foundation
import Rig

/// A run of scenarios on a bench: brings the bench up and puts it away, by the launcher of board U or
/// Q, or right here for a bench whose devices are this machine's.
struct BenchRun {
    var checkout: Checkout
    /// The board: `u`, `q` or a bench file.
    var board: String
    var isRealTime: Bool
    var hand: HandKind?
    var cpu: Int
    var limit: Int
    var folder: String
    var programs: String
    /// Where progress is printed.
    var output: FileHandle

    /// Runs scenarios and returns their results.
    ///
    /// - Parameter scenarios: names, or TOML files; none: all that the bench can run
    func run(_ scenarios: [String]) throws -> [ScenarioResult] {
        // Scripts are copied to where the board sees them, with the pictures they search for.
        let words = try scenarios.map { try $0.hasSuffix(".toml") ? copied($0) : checked($0) }
        if board.hasSuffix(".toml") {
            let bench = try BoardRBench.make(BenchFile(contentsOfFile: board), programs: programs)
            return try Performance(bench: bench, folder: folder, hand: hand, output: output).run(words)
        }
        guard let virtual = VirtualBoard(rawValue: board) else {
            throw ValidationError("no board \(board): u, q or a bench file that ends in .toml")
        }
        var results: [ScenarioResult] = []
        let others = words.filter { $0 != PowerCut.name }
        if scenarios.isEmpty || !others.isEmpty { results = try launch(virtual, others) }
        // Run from the host, as nothing on board U could observe it.
        if virtual == .u, scenarios.isEmpty || words.contains(PowerCut.name) {
            let result = try PowerCut(checkout, folder: folder, cpu: cpu).run()
            output.write(Data("\(result.summary)\n".utf8))
            results.append(result)
        }
        return results
    }

    private func launch(_ virtual: VirtualBoard, _ words: [String]) throws -> [ScenarioResult] {
        let results = "\(folder)/results.json"
        try? FileManager.default.removeItem(atPath: results)
        var inside = ["\(checkout.programs)/hearth-rig", "inside", "run", "--programs", programs]
        if let hand { inside += ["--hand", hand.rawValue] }
        var command: [String]
        switch virtual {
        case .q:
            command = [
                checkout.script("board/run-q"), "--programs", programs, "--time", "\(limit)", "--keep", folder, "--",
            ]
            command += inside + ["--out", folder]
        case .u:
            // Where the host has no tap, the origin runs on the board and shares its processor.
            let isNetworked = isRealTime && FileManager.default.isWritableFile(atPath: "/dev/net/tun")
            if isNetworked { inside += ["--origin", BoardNetwork.origin] }
            command = [
                checkout.script("board/run"), "--cec", "--cpu", "\(cpu)", "--time", "\(limit)", "--share", folder,
            ]
            command += (isRealTime ? [] : ["--simulated"]) + (isNetworked ? ["--net"] : []) + ["--"]
            command += inside + ["--out", "/run/share"]
            command += words.map { $0.replacing(folder, with: "/run/share") }
            if isNetworked { command = BoardNetwork(checkout).command(command) }
        }
        if virtual == .q { command += words }
        let code = try HostCommand.run(command, output: output.fileDescriptor)
        guard code == 0 else { throw ExitCode(code) }
        return try JSONDecoder().decode([ScenarioResult].self, from: Data(contentsOf: URL(fileURLWithPath: results)))
    }

    private func checked(_ name: String) throws -> String {
        guard name == PowerCut.name || Catalogue.scenario(named: name) != nil else {
            throw ValidationError("no scenario \(name): see hearth-rig list")
        }
        return name
    }

    private func copied(_ path: String) throws -> String {
        // Errors in a script are reported before anything is booted.
        _ = try Scenario(contentsOfFile: path)
        let source = URL(fileURLWithPath: path)
        let place = URL(fileURLWithPath: folder).appending(path: "scripts")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let beside = try FileManager.default.contentsOfDirectory(
            at: source.deletingLastPathComponent(), includingPropertiesForKeys: nil)
        for file in beside where file.lastPathComponent == source.lastPathComponent || file.pathExtension == "png" {
            let copy = place.appending(path: file.lastPathComponent)
            try? FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: file, to: copy)
        }
        return place.appending(path: source.lastPathComponent).path
    }
}
