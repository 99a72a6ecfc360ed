import Base
import ControlProtocol
import Languages
import Screens
import Store

/// Carries out what was decided of how the interface looks and reads, and puts things into the viewer's words.
extension Box {
    /// Makes words in the viewer's language, and times in the viewer's hours.
    func inWords<Words>(_ make: () -> Words) -> Words {
        Look.$current.withValue(interface.look, operation: make)
    }

    func perform(_ effect: LookControl.Effect) {
        switch effect {
        case .show(let look):
            loadFonts(for: [look.catalogue.name])
            tell(.look(look))
            // What is open was put into words before.
            tell(.clock(WallClock.text()))
            renewChannels(always: true)
            renewInfo()
            refreshTransport()
            if interface.shownList?.kind == .menu { showMenu() }
            renewSettings()
        case .load(let language):
            errands.begin { [weak self, texts] in
                let catalogue = (try? await blocking(on: "hearth-file") { texts(language) }) ?? nil
                await self?.set(look: .loaded(language, catalogue))
            }
        case .missing(let language):
            warn(
                "language",
                "there are no texts in \(language), so English is spoken: put a file \(language).toml into "
                    + "/etc/hearth/languages, or see 'hearthctl languages list'")
        case .store(let wishes): save(about: .look) { try await $0.setPreference(.look, to: wishes.kept) }
        }
    }
}

extension LookWishes {
    /// The wishes as the store keeps them; nil: there are none.
    fileprivate var kept: String? {
        self == LookWishes() ? nil : (try? Wire.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The wishes that the store kept; none where they can't be read.
    init(kept text: String?) {
        self = text.flatMap { try? Wire.decode(LookWishes.self, from: $0.utf8) } ?? LookWishes()
        if fault != nil { self = LookWishes() }
    }
}

extension BoxControl {
    package func setLook(_ request: LookRequest) async throws -> LookInfo {
        if let fault = request.choose?.fault { throw fault }
        return await box.read { box in
            if request.reset == true { box.set(look: .reset) }
            if let wishes = request.choose { box.set(look: .choose(wishes)) }
            return box.lookControl.info
        }
    }
}
