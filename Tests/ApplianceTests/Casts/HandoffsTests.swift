import ControlProtocol
import Screens
import Testing

@testable import Appliance
@testable import UPnP

@Suite("What plays elsewhere in the house")
struct HandoffsTests {
    private static func handoff(_ channel: String, place: Double?, to name: String = "Kitchen") throws -> Handoff {
        let description = """
            <root><device><deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType><friendlyName>\(name)</friendlyName>\
            <UDN>uuid:\(name)</UDN><service><serviceType>urn:schemas-upnp-org:service:AVTransport:1</serviceType>\
            <controlURL>/c</controlURL></service></device></root>
            """
        return Handoff(
            item: Handoff.Item(
                channel: channel, title: "A", url: "http://h/\(channel)", mediaType: "video/mp4", place: place),
            renderer: try #require(FoundRenderer(description: description.utf8, at: "http://10.0.0.2/d.xml")))
    }

    @Test("What is on stops here; a film that is brought back goes on where it was there, once")
    func film() throws {
        var handoffs = Handoffs()
        let film = try Self.handoff("film", place: 10)
        #expect(
            handoffs.handle(.handed(film, selected: "film"))
                == [.stop, .say(renderer: "Kitchen"), .told(film.info(.external))])
        #expect(handoffs.handed == film)
        #expect(handoffs.handle(.ended(.local, at: 70)) == [.told(film.info(.local)), .tune("film")])
        #expect(handoffs.handle(.chose("film")) == [] && handoffs.handle(.shown("other")) == [])
        #expect(handoffs.handle(.shown("film")) == [.seek(70)])
        #expect(handoffs.handle(.shown("film")) == [] && handoffs.handle(.ended(.local, at: 1)) == [])
    }

    @Test("What is live, what has no place and whoever goes elsewhere are taken to none")
    func noPlace() throws {
        var handoffs = Handoffs()
        _ = handoffs.handle(.handed(try Self.handoff("live", place: nil), selected: "other"))
        _ = handoffs.handle(.ended(.local, at: 70))
        #expect(handoffs.handle(.shown("live")) == [])
        let film = try Self.handoff("film", place: 0)
        _ = handoffs.handle(.handed(film, selected: nil))
        _ = handoffs.handle(.ended(.local, at: nil))
        #expect(handoffs.handle(.shown("film")) == [])
        _ = handoffs.handle(.handed(film, selected: nil))
        _ = handoffs.handle(.ended(.local, at: 70))
        _ = handoffs.handle(.chose("other"))
        #expect(handoffs.handle(.shown("film")) == [])
    }

    @Test("Ended there it is not brought back; another renderer takes the place of the first")
    func others() throws {
        var handoffs = Handoffs()
        let (kitchen, bath) = (try Self.handoff("film", place: 0), try Self.handoff("film", place: 0, to: "Bath"))
        _ = handoffs.handle(.handed(kitchen, selected: "other"))
        #expect(handoffs.handle(.handed(bath, selected: "other")).first == .told(kitchen.info(.cancelled)))
        #expect(handoffs.handle(.ended(.cancelled, at: 5)) == [.told(bath.info(.cancelled))])
        #expect(handoffs.handed == nil)
    }

    @Test(
        "Whoever looks sees those that answer to this look; the chosen one is asked, and what it does not play is said")
    func looking() throws {
        var handoffs = Handoffs()
        let kitchen = try Self.handoff("film", place: 0).renderer
        let bath = try Self.handoff("film", place: 0, to: "Bath").renderer
        #expect(handoffs.handle(.looks) == [.listed, .look(search: 1)])
        #expect(handoffs.found == nil && handoffs.handle(.chooses(kitchen.udn)) == [])
        #expect(handoffs.handle(.looks) == [.listed, .look(search: 2)])
        #expect(handoffs.handle(.found([bath], search: 1)) == [] && handoffs.found == nil)
        #expect(handoffs.handle(.found([bath, kitchen], search: 2)) == [.listed])
        #expect(
            handoffs.handle(.chooses(kitchen.udn)) == [.ask(kitchen)] && handoffs.handle(.chooses("uuid:Attic")) == [])
        #expect(
            handoffs.handle(.refused(kitchen, reason: "no")) == [.sayRefused(renderer: "Kitchen", reason: "no")])
        // Looked for anew, those of before are not offered meanwhile.
        _ = handoffs.handle(.looks)
        #expect(handoffs.found == nil)
    }

    @Test("The list says that it looks, that none answers, what each is, why none can now, and leads back")
    func list() throws {
        var handoffs = Handoffs()
        let kitchen = try Self.handoff("film", place: 0)
        func rows(_ obstacle: String? = nil) -> [ListState.Row] {
            ListState.renderers(handoffs, obstacle: obstacle).rows
        }
        #expect(rows().map(\.isFact) == [true])
        _ = handoffs.handle(.looks)
        _ = handoffs.handle(.found([], search: 1))
        #expect(rows().map(\.isFact) == [true] && rows().first?.detail != nil)
        _ = handoffs.handle(.looks)
        _ = handoffs.handle(.found([kitchen.renderer], search: 2))
        #expect(rows().map(\.title) == ["Kitchen"] && rows().map(\.isEnabled) == [true])
        #expect(rows("nothing is on").map(\.note) == ["nothing is on"] && !rows("nothing is on")[0].isEnabled)
        _ = handoffs.handle(.handed(kitchen, selected: nil))
        #expect(rows().map(\.id) == ["renderer:", "renderer:" + kitchen.renderer.udn] && rows().first?.detail == "A")
        #expect(rows().last?.note == "Playing")
    }
}
