import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite(
        "A phone's page in a real browser",
        .enabled(if: Browser.program != nil, "Chromium is not installed: scripts/packages browser"))
    struct PhonePageTests {
        /// `HEARTH_PICTURES=DIR` keeps what the page looks like.
        private static let pictures = ProcessInfo.processInfo.environment["HEARTH_PICTURES"]

        private static func keep(_ name: String, of browser: Browser) async throws {
            let picture = try await browser.picture()
            #expect(picture.count > 1000)
            if let pictures { try picture.write(to: URL(filePath: pictures).appending(path: "phone-\(name).png")) }
        }

        @Test("From the picture on the screen to the first key; channels, swipes, text and volume; shut out at once")
        func page() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                (1...3).map {
                    TestChannel(name: ["One", "Two", "Three"][$0 - 1], url: origin.url("/ch/\($0)/master.m3u8"))
                }, configuration: "[phones]\nport = 0\nlisten = \"127.0.0.1\"\nannounce = false\n")
            try await box.plays(1)
            let offer = try Wire.decode(
                PhoneOffer.self, from: try await box.control("phones", "pair", "--json").output)
            let browser = try await Browser(in: box.directory)
            try await browser.resize(width: 390, height: 844)
            func shows(_ what: String, _ expression: String, _ location: SourceLocation = #_sourceLocation)
                async throws
            {
                let found = await holds { (try? await browser.value(expression)) == "true" }
                let trouble = found ? "" : try await browser.value("document.body.innerText")
                #expect(found, "\(what); the page: \(trouble); log: \(box.log)", sourceLocation: location)
            }
            try await browser.open(offer.link)
            try await shows("no name", "document.querySelector('#title').textContent.includes('One')")
            #expect(try await browser.value("location.href") == offer.address)
            // Nothing is cut off, on the smallest phone, a usual one and a tablet.
            for (name, width, height) in [
                ("remote-small", 320.0, 568.0), ("remote-tablet", 768, 1024), ("remote", 390, 844),
            ] {
                try await browser.resize(width: width, height: height)
                let isWhole = """
                    [...document.querySelectorAll('button, input, #pad')].filter(one => one.offsetParent)
                    .every(one => { const box = one.getBoundingClientRect()
                    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight && box.height >= 36 })
                    """
                try await shows("cut off at \(name)", isWhole)
                try await Self.keep(name, of: browser)
            }

            // A key, a swipe down and a tap in a list, a channel of the list.
            try await box.goes(to: 2) { try await browser.click("[data-key=KEY_CHANNELUP]") }
            try await shows("the old name", "document.querySelector('#title').textContent.includes('Two')")
            try await browser.click("nav button:nth-child(2)")
            try await shows("no channels", "document.querySelectorAll('.channel').length === 3")
            try await Self.keep("channels", of: browser)
            try await browser.click(".channel:nth-child(3)")
            try await box.plays(3)
            try await browser.click("nav button:nth-child(1)")
            let pad = try await browser.value(
                "(box => [box.x + box.width / 2, box.y + box.height / 2])(document.querySelector('#pad').getBoundingClientRect())"
            ).split(separator: ",").compactMap { Double($0) }
            let told = box.directory.file("told")
            let follower = try RunningProgram(
                "hearthctl", ["events", "--json", "--socket", box.directory.file("socket").path], output: told,
                errors: box.directory.file("follower-errors"))
            func hears(_ key: String) async throws -> Bool {
                try await holds { try String(contentsOf: told, encoding: .utf8).contains("\"\(key)\"") }
            }
            // The follower hears what happens once it is there.
            #expect(
                try await holds {
                    try await box.press("INFO")
                    return try String(contentsOf: told, encoding: .utf8).contains("KEY_INFO")
                })
            try await browser.touch([(pad[0], pad[1]), (pad[0], pad[1] + 60)])
            #expect(try await hears("KEY_DOWN"))
            try await browser.touch([(pad[0], pad[1])])
            #expect(try await hears("KEY_OK"))
            follower.kill()
            try await box.press("BACK")

            // The picture of the screen, and the volume.
            try await browser.click("nav button:nth-child(3)")
            try await shows("no picture", "document.querySelector('#picture').naturalWidth > 0")
            try await Self.keep("screen", of: browser)
            _ = try await browser.value(
                "(slider => { slider.value = 31; slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change')) })(document.querySelector('#volume'))"
            )
            _ = try await box.reaches("is quieter", { $0.sound.volume == 31 })

            // It goes on after a reload, since it is paired; and no longer once it is shut out.
            try await browser.reload()
            try await shows("no name after a reload", "document.querySelector('#title').textContent.includes('Three')")
            #expect(try await box.control("phones", "revoke", "--all").status == 0)
            try await shows("still in", "!document.querySelector('#pairing').hidden")
            try await Self.keep("pairing", of: browser)

            // By the digits.
            let again = try Wire.decode(
                PhoneOffer.self, from: try await box.control("phones", "pair", "--json").output)
            _ = try await browser.value(
                "(code => { code.value = '\(again.code)'; code.dispatchEvent(new Event('input')) })(document.querySelector('#code'))"
            )
            try await shows("not paired by digits", "!document.querySelector('#remote').hidden")

            // The page is there without the box, and says that it is away.
            try await shows("no worker", "navigator.serviceWorker.controller !== null")
            let status = try await box.terminate().status
            #expect(status == 0, "\(box.log)")
            try await browser.reload()
            try await shows("no shell", "document.querySelector('#trouble').textContent.includes('does not answer')")
            try await browser.close()
            #expect(!box.log.contains(offer.code) && !box.log.contains(again.code))
        }
    }
}
