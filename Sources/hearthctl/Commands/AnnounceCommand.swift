import ArgumentParser
import ControlProtocol
import Foundation

struct AnnounceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce", abstract: "Plays a sound over what plays, which is quieter meanwhile.",
        discussion: """
            A doorbell, a voice: up to a minute, at the volume of the television, silent while it is muted or in standby. \
            Returns as soon as it has begun; `events` tell its end as `interruption`. 'ffmpeg -i FILE sound.wav' makes a WAV \
            file of any other.
            """)

    @Argument(help: "A WAV file; - reads it from standard input.") var file: String?
    @Option(help: "By so many dB is all else quieter meanwhile, 0 to 60.") var quieter = 15.0
    @Flag(help: "Ends the one that plays.") var stop = false
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard stop != (file != nil) else { throw ValidationError("give a file, or --stop") }
        guard (0...60).contains(quieter) else { throw ValidationError("--quieter is 0 to 60") }
    }

    func run() throws {
        guard let file else {
            return try connection.print(try connection.client.request(.announceStop), as: Done.self) { _ in [] }
        }
        let data: Data
        if file == "-" {
            data = FileHandle.standardInput.readDataToEndOfFile()
        } else {
            guard let read = FileManager.default.contents(atPath: file) else {
                throw ValidationError("'\(file)' can't be read")
            }
            data = read
        }
        let answer = try connection.client.request(.announce, query: "?quieter=\(quieter)", body: [UInt8](data))
        try connection.print(answer, as: AnnouncementInfo.self) { _ in [] }
    }
}
