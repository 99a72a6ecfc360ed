import ConfigurationFile
import Foundation
import Languages
import Layout
import MediaCore
import Paint
import Testing

@testable import Screens

@Suite("How the interface looks and reads")
struct LookTests {
    private static let size = PixelSize(width: 1920, height: 1080)
    static let korean = LanguageFolders([
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../rootfs/usr/share/hearth/languages")
            .standardized.path
    ]).catalogue(of: "ko")

    static func look(_ change: (inout Look) -> Void) -> Look {
        var look = Look()
        change(&look)
        return look
    }

    /// A screen as it is with another look.
    static func interface(_ entry: Gallery.Entry, _ look: Look) -> Interface {
        var interface = entry.interface
        _ = interface.handle(.look(look), at: Gallery.settled)
        return interface
    }

    @Test("Layouts hold at every size of text, in Korean, and from the right", arguments: Gallery.entries)
    func layoutsHold(entry: Gallery.Entry) throws {
        let korean = try #require(Self.korean)
        var looks = [0.8, 1.15, 1.3, 1.4].map { scale in Self.look { $0.textScale = scale } }
        looks.append(
            Self.look {
                $0.catalogue = korean
                $0.textScale = 1.4
                $0.hasTwelveHours = true
            })
        looks.append(
            Self.look {
                $0.isRightToLeft = true
                $0.textScale = 1.2
            })
        for look in looks { try ScreenLayoutTests.check(Self.interface(entry, look), at: Self.size) }
    }

    @Test("No text is below 24 points at any size but numbers that shrank to fit", arguments: Gallery.entries)
    func legible(entry: Gallery.Entry) throws {
        let painter = Painter()
        for layer in Self.interface(entry, Self.look { $0.textScale = 0.8 }).layers(size: Self.size) {
            for placement in painter.placements(of: try #require(layer.frames.first)) {
                guard case .text(let text) = placement.element, text.minimumScale == 1 else { continue }
                #expect(text.size >= 24, "“\(text.string)” in \(layer.id)")
            }
        }
    }

    @Test("Larger text is larger wherever there is room, and no smaller anywhere")
    func grows() throws {
        let painter = Painter()
        func sizes(_ entry: Gallery.Entry, _ scale: Double) throws -> [Double] {
            try Self.interface(entry, Self.look { $0.textScale = scale }).layers(size: Self.size).flatMap { layer in
                painter.placements(of: try #require(layer.frames.first)).compactMap {
                    if case .text(let text) = $0.element, text.minimumScale == 1 { text.size } else { nil }
                }
            }
        }
        var (grown, all) = (0, 0)
        for entry in Gallery.entries {
            let (usual, large) = (try sizes(entry, 1), try sizes(entry, 1.3))
            #expect(usual.count == large.count, "\(entry.name)")
            for (a, b) in zip(usual, large) {
                #expect(b >= a - 0.01, "\(entry.name)")
                all += 1
                if b > a * 1.04 { grown += 1 }
            }
        }
        #expect(grown * 2 > all, "\(grown) of \(all) grew")
    }

    @Test("Every screen speaks Korean: no text of its own stays English")
    func speaksKorean() throws {
        let korean = try #require(Self.korean)
        let look = Self.look { $0.catalogue = korean }
        let painter = Painter()
        /// Texts that a screen has from the catalogue, as far as they are whole.
        let english = Set(
            Phrase.allCases.filter { korean.text($0) != Catalogue.english.text($0) }.map { Catalogue.english.text($0) }
                .filter { $0.count > 4 })
        for entry in Gallery.entries {
            // What the box puts into words, the gallery has in English: its menus, tabs and figures.
            for layer in Self.interface(entry, look).layers(size: Self.size)
            where ![.info, .transport, .list, .track, .overlay, .home].contains(layer.screen) {
                for placement in painter.placements(of: try #require(layer.frames.first)) {
                    guard case .text(let text) = placement.element else { continue }
                    #expect(!english.contains(text.string), "“\(text.string)” in \(entry.name)")
                }
            }
        }
    }

    @Test("Words follow the look for which they are made, times too")
    func words() throws {
        let korean = try #require(Self.korean)
        let look = Self.look { $0.catalogue = korean }
        #expect(Strings.favourites == "Favourites" && Strings.attemptsLeft(1).contains("One try"))
        #expect(Strings.duration(95) == "1 min 35 s" && Strings.duration(7200) == "2 h")
        Look.$current.withValue(look) {
            #expect(Strings.favourites == "즐겨찾기" && Strings.attemptsLeft(2) == "비밀번호가 다릅니다. 2번 남았습니다.")
            #expect(Strings.duration(95) == "1분 35초" && Strings.name(ofKey: "channel_up") == "채널 +")
            #expect(Strings.name(ofKey: "KEY_MEDIA_TOP_MENU") == "Media Top Menu")
        }
        #expect(Strings.favourites == "Favourites")
    }

    @Test("A shade follows the contrast, whichever one was drawn first", arguments: Gallery.entries)
    func shades(entry: Gallery.Entry) {
        func shades(_ contrast: Look.Contrast) -> [InterfaceLayer] {
            Self.interface(entry, Self.look { $0.contrast = contrast }).layers(size: Self.size).filter(\.isShade)
        }
        for (usual, high) in zip(shades(.standard), shades(.high)) {
            #expect(usual.frames != high.frames, "\(usual.id) is as clear to who wants a high contrast as to others")
        }
    }
}
