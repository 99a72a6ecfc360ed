import ArgumentParser
import ControlProtocol

struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Prints a link to the loopback page, good once and for two minutes.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.page), as: PageLink.self) { [$0.url] }
    }
}
