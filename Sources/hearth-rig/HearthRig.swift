import ArgumentParser

/// The program's command line.
@main
struct HearthRig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth-rig",
        abstract: "Boots a virtual board or drives a real one, presses keys, looks at the picture, listens.",
        subcommands: [ListCommand.self, RunCommand.self, InsideCommand.self])
}
