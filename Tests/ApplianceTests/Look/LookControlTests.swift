import ControlProtocol
import Languages
import Screens
import Testing

@testable import Appliance

@Suite("What is wished of the look")
struct LookControlTests {
    private static let korean = Catalogue(
        language: "ko", name: "한국어", hasTwelveHours: true, messages: [.favourites: "즐겨찾기"])
    private static let arabic = Catalogue(language: "ar", name: "العربية", messages: [:])

    private func wishes(_ change: (inout LookWishes) -> Void) -> LookWishes {
        var wishes = LookWishes()
        change(&wishes)
        return wishes
    }

    @Test("A viewer's wish goes before the configuration's, is stored, and taken back by a reset")
    func precedence() {
        var control = LookControl(configured: wishes { $0.contrast = .high })
        #expect(control.look.contrast == .high && control.look.textScale == 1)
        let chosen = wishes {
            $0.contrast = .normal
            $0.textSize = 1.3
        }
        let effects = control.handle(.choose(chosen))
        #expect(effects == [.show(control.look), .store(chosen)])
        #expect(control.look.contrast == .standard && control.look.textScale == 1.3)
        // What is wished later leaves the rest.
        _ = control.handle(.choose(wishes { $0.motion = .reduced }))
        #expect(control.look.reducesMotion && control.look.textScale == 1.3)
        #expect(control.handle(.reset) == [.show(control.look), .store(LookWishes())])
        #expect(control.look.contrast == .high && !control.look.reducesMotion)
        #expect(control.handle(.reset) == [])
    }

    @Test("A configuration that was read again counts where nobody chose")
    func reload() {
        var control = LookControl(chosen: wishes { $0.hours = .twelve })
        let effects = control.handle(
            .configured(
                wishes {
                    $0.hours = .twentyFour
                    $0.direction = .right
                }))
        #expect(effects == [.show(control.look)])
        #expect(control.look.hasTwelveHours && control.look.isRightToLeft)
    }

    @Test("Another language is spoken once its texts are there, with its hours and direction")
    func language() {
        var control = LookControl(system: "en")
        let wish = wishes { $0.language = "ko" }
        #expect(control.handle(.choose(wish)) == [.store(wish), .load("ko")])
        #expect(control.look.catalogue == .english)
        #expect(control.handle(.loaded("ko", Self.korean)) == [.show(control.look)])
        #expect(control.look.catalogue == Self.korean && control.look.hasTwelveHours)
        #expect(control.info.language == "ko")
        // Texts that come late, of a language that is wished no longer, are not spoken.
        _ = control.handle(.choose(wishes { $0.language = "ar" }))
        _ = control.handle(.choose(wishes { $0.language = "ko" }))
        #expect(control.handle(.loaded("ar", Self.arabic)) == [])
        #expect(control.look.catalogue == Self.korean && !control.look.isRightToLeft)
    }

    @Test("A language without texts is said so, and English spoken")
    func missing() {
        var control = LookControl(configured: wishes { $0.language = "ko" }, catalogue: Self.korean)
        _ = control.handle(.choose(wishes { $0.language = "xx" }))
        #expect(control.handle(.loaded("xx", nil)) == [.show(control.look), .missing("xx")])
        #expect(control.look.catalogue == .english && !control.look.hasTwelveHours)
    }

    @Test("The machine's language is spoken where none is wished")
    func system() {
        #expect(LookControl.language(LookWishes(), "ko") == "ko")
        #expect(LookControl.language(wishes { $0.language = "system" }, "ar") == "ar")
        var control = LookControl(catalogue: Self.arabic, system: "ar")
        #expect(control.look.isRightToLeft)
        #expect(control.handle(.choose(wishes { $0.direction = .left })).first == .show(control.look))
        #expect(!control.look.isRightToLeft)
    }

    @Test("What the store kept is read back, and nonsense is nothing")
    func kept() throws {
        let wish = wishes {
            $0.textSize = 1.2
            $0.hours = .twelve
        }
        let text = String(decoding: try Wire.encode(wish), as: UTF8.self)
        #expect(text == #"{"hours":"12","text_size":1.2}"#)
        #expect(LookWishes(kept: text) == wish)
        for nonsense in [nil, "", "{", #"{"text_size":9}"#, #"{"hours":"7"}"#] {
            #expect(LookWishes(kept: nonsense) == LookWishes())
        }
    }
}
