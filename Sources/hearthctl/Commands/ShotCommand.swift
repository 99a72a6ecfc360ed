import ArgumentParser
import ControlProtocol
import Glibc

struct ShotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shot", abstract: "Writes a PNG of what is on the screen now, all layers.")

    @Argument(help: "The file to write; - for standard output.")
    var file: String
    @Option(help: "Scale it to this many pixels across (16 to 8192).")
    var width: Int?
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard width.map((16...8192).contains) ?? true else {
            throw ValidationError("a picture is 16 to 8192 pixels across")
        }
    }

    func run() throws {
        let picture = try connection.client.request(.shot, query: width.map { "?width=\($0)" } ?? "")
        guard file != "-" else {
            _ = Output.write(picture, to: STDOUT_FILENO)
            return
        }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw cannotWrite() }
        defer { close(descriptor) }
        guard Output.write(picture, to: descriptor) else { throw cannotWrite() }
    }

    private func cannotWrite() -> Failure {
        .here(
            cause: "\(file) cannot be written: \(String(cString: strerror(errno)))",
            nextStep: "name a file in a folder where you may write")
    }
}
