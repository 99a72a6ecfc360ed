import ArgumentParser
import Glibc

/// The command line to a running box: one verb each.
@main
struct Hearthctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearthctl",
        abstract: "Controls the Hearth that runs on this machine.",
        discussion: """
            EXIT CODES
              0  done
              1  the daemon tried and failed
              2  the command line or the request makes no sense
              3  the daemon cannot be reached
              4  not now: nothing is playing, a passcode is needed
              5  nothing of that name
            """,
        subcommands: [
            StatusCommand.self, NowCommand.self, QueueCommand.self, SayCommand.self, AnnounceCommand.self,
            ResetCommand.self, InterruptCommand.self, SimulateCommand.self,
            ChannelsCommand.self, TuneCommand.self,
            FavouriteCommand.self,
            FavouritesCommand.self,
            PressCommand.self, TypeCommand.self, PlayCommand.self, StopCommand.self, VolumeCommand.self,
            MuteCommand.self,
            SpeedCommand.self, TracksCommand.self,
            AudioCommand.self, SubtitlesCommand.self, PictureCommand.self, SoundCommand.self, FlipsCommand.self,
            DiagnosticsCommand.self, MetricsCommand.self,
            ShotCommand.self, EventsCommand.self, LogCommand.self, PageCommand.self, PhonesCommand.self,
            CastsCommand.self, CastCommand.self,
            PasscodeCommand.self, AuthorizeCommand.self,
            ParentalCommand.self, ConfigCommand.self, LookCommand.self, CaptionsCommand.self, LanguagesCommand.self,
            OverlaysCommand.self, HintCommand.self, ProposeCommand.self,
            CECCommand.self, InputsCommand.self,
            HLSCommand.self, ListsCommand.self,
            GuideCommand.self, ResumeCommand.self, RemindersCommand.self, StateCommand.self, KeysCommand.self,
            RemotesCommand.self, RemoteCommand.self, ListCommands.self, GiveCommand.self,
        ])

    /// Options that verbs share. Every verb that has them itself is given these, wherever they stand on the line.
    @OptionGroup var connection: ConnectionOptions

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            failure.report()
            Glibc.exit(failure.outcome.rawValue)
        } catch {
            let code = exitCode(for: error)
            // The library's own code for a wrong command line is 64.
            guard code == .validationFailure else { exit(withError: error) }
            Output.complain(fullMessage(for: error))
            Glibc.exit(Outcome.usage.rawValue)
        }
    }
}
