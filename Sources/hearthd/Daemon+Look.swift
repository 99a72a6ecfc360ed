import Appliance
import ConfigurationFile
import ControlProtocol
import Languages
import Logging

/// How the interface looks and reads, from the configuration.
extension Daemon {
    func setLook(_ settings: inout BoxSettings) {
        let folders = LanguageFolders(["/etc/hearth/languages", configuration.look.languageFolder])
        settings.look = LookWishes(configuration.look)
        settings.captions = CaptionWishes(configuration.captions)
        settings.systemLanguage = LanguageFolders.system() ?? "en"
        settings.texts = { folders.catalogue(of: $0) }
        settings.languages = { folders.languages() }
        let intents = IntentFolders(besideLanguages: configuration.look.languageFolder)
        settings.grammars = { intents.grammars() }
    }

    /// The language that the configuration comes to.
    var spokenLanguage: String {
        configuration.look.language == "system" ? LanguageFolders.system() ?? "en" : configuration.look.language
    }

    /// Reads the file again, and takes of it what can change while the box runs: how the interface and captions
    /// look.
    func reload(_ box: Box, _ logger: Logger) async {
        guard let file else { return logger.warning("nothing is read again: there is no configuration file") }
        let reading = ConfigurationReading(file: file)
        for error in reading.errors { logger.warning("\(error); the settings stay as they are") }
        guard reading.errors.isEmpty else { return }
        await box.set(look: .configured(LookWishes(reading.configuration.look)))
        await box.set(captions: .configured(CaptionWishes(reading.configuration.captions)))
        logger.notice("[interface] and [captions] were read again; other settings count after a restart")
    }
}

extension LookWishes {
    init(_ wanted: Configuration.Look) {
        self.init()
        language = wanted.language
        contrast = wanted.contrast == .high ? .high : .normal
        motion = wanted.motion == .reduced ? .reduced : .full
        textSize = wanted.textSize
        speech = Speech(rawValue: wanted.speech.rawValue)
        inset = Inset(rawValue: wanted.inset.rawValue)
        hours =
            switch wanted.hours {
            case .language: .language
            case .twelve: .twelve
            case .twentyFour: .twentyFour
            }
        direction =
            switch wanted.direction {
            case .language: .language
            case .left: .left
            case .right: .right
            }
    }
}

extension CaptionWishes {
    init(_ wanted: Configuration.Captions) {
        self.init()
        size = wanted.size
        (color, background, opacity) = (wanted.color, wanted.background, wanted.opacity)
        // The words are the same in the file and on the wire.
        face = Face(rawValue: wanted.face.rawValue)
        edge = Edge(rawValue: wanted.edge.rawValue)
        place = Place(rawValue: wanted.place.rawValue)
    }
}
