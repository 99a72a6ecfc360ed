import ArgumentParser

/// The program's command line.
@main
struct HearthRig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth-rig",
        abstract: "Boots a virtual board or drives a real one, presses keys, looks at the picture, listens.",
        subcommands: [
            ListCommand.self, BoardCommand.self, RunCommand.self, PressCommand.self, ShotCommand.self,
            RecordCommand.self,
            ListenCommand.self, CECCommand.self, FaultCommand.self, ControlCommand.self, InsideCommand.self,
            CalibrateCommand.self, MirrorCommand.self,
        ])
}
