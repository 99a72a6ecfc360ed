import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite(
        "The page in a real browser",
        .enabled(if: Browser.program != nil, "Chromium is not installed: scripts/packages browser"))
    struct BrowserTests {
        @Test("A link opens the page once; its ticket is gone from the address bar; picture, state and keys work")
        func page() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                (1...2).map { TestChannel(name: ["One", "Two"][$0 - 1], url: origin.url("/ch/\($0)/master.m3u8")) },
                configuration: "[page]\nport = 0\n")
            try await box.plays(1)
            let link = try await box.control("page").text.trimmingCharacters(in: .whitespacesAndNewlines)
            let halves = link.split(separator: "#").map(String.init)
            try #require(halves.count == 2, "\(link)")
            let (address, ticket) = (halves[0], halves[1])

            let browser = try await Browser(in: box.directory)
            func shows(_ what: String, _ expression: String, _ location: SourceLocation = #_sourceLocation)
                async throws
            {
                // While it loads anew nothing can be asked.
                let found = await holds { (try? await browser.value(expression)) == "true" }
                let trouble = found ? "" : try await browser.value("document.body.innerText")
                #expect(found, "\(what); the page: \(trouble)", sourceLocation: location)
            }
            try await browser.open(link)
            // Status, flips, the picture, the meter.
            try await shows("no name", "document.querySelector('#now').textContent.includes('One')")
            try await shows("no state", "document.querySelector('#facts').textContent.includes('playing')")
            try await shows("no picture", "document.querySelector('#picture').naturalWidth > 0")
            try await shows("no sound", "parseFloat(document.querySelector('#left').style.width) < 100")
            #expect(try await browser.value("location.href") == address)
            let visited = try await browser.history()
            #expect(!visited.contains { $0.contains(ticket) }, "\(visited)")

            // A key of the keyboard, and one of the page.
            try await box.goes(to: 2) { try await browser.press("PageUp") }
            try await shows("the old name", "document.querySelector('#now').textContent.includes('Two')")
            try await shows("no flip", "document.querySelector('#flips').textContent.includes('Two')")
            try await box.goes(to: 1) { try await browser.click("[title=KEY_CHANNELDOWN]") }

            // The tab goes on; the link opens nothing any more, where no tab has the token.
            try await browser.reload()
            try await shows("no picture after a reload", "document.querySelector('#picture').naturalWidth > 0")
            _ = try await browser.value("sessionStorage.clear()")
            try await browser.open(link)
            try await shows("no refusal", "document.querySelector('#trouble').textContent.length > 0")
            #expect(try await browser.value("document.querySelector('#picture').naturalWidth") == "0")
            let inTheEnd = try await browser.history()
            #expect(!inTheEnd.contains { $0.contains(ticket) }, "\(inTheEnd)")
            try await browser.close()

            // Where the daemon writes neither is found, as the log is read by others than who has the page.
            #expect(!box.log.contains(ticket))
        }
    }
}
