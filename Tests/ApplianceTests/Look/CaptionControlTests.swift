import ControlProtocol
import Layout
import Screens
import Testing

@testable import Appliance

@Suite("What is wished of captions")
struct CaptionControlTests {
    private func wishes(_ change: (inout CaptionWishes) -> Void) -> CaptionWishes {
        var wishes = CaptionWishes()
        change(&wishes)
        return wishes
    }

    @Test("Where nobody wishes anything they are as they are sent")
    func asSent() {
        #expect(CaptionControl().style == CaptionStyle())
        #expect(CaptionStyle(.usual) == CaptionStyle())
        #expect(CaptionControl().info.captions == .usual)
    }

    @Test("A viewer's wish goes before the configuration's, also the wish to have them as sent")
    func precedence() {
        var control = CaptionControl(
            configured: wishes {
                $0.color = "yellow"
                $0.size = 150
            })
        #expect(control.style.color == Color(0xffff00) && control.style.size == 1.5)
        let wish = wishes { $0.color = "as_sent" }
        #expect(control.handle(.choose(wish)) == [.show(control.style), .store(wish)])
        #expect(control.style.color == nil && control.style.size == 1.5)
        #expect(control.handle(.choose(wish)) == [])
        _ = control.handle(.configured(wishes { $0.edge = .raised }))
        #expect(control.style.edge == .raised && control.style.size == 1)
        #expect(control.handle(.reset) == [.store(CaptionWishes())], "nothing looks otherwise")
    }

    @Test("Each wish has its style")
    func styles() {
        let style = CaptionStyle(
            wishes {
                $0.size = 50
                $0.face = .mono
                $0.color = "#0a141e"
                $0.edge = CaptionWishes.Edge.none
                $0.background = "blue"
                $0.opacity = 30
                $0.place = .top
            })
        #expect(style.size == 0.5 && style.face == .monospaced && style.color == Color(0x0a141e))
        #expect(style.edge == CaptionStyle.Edge.none && style.background == Color(0x0000ff))
        #expect(style.backgroundOpacity == 0.3 && style.place == .top)
    }

    @Test("What can't be had is refused with what can")
    func faults() {
        for wrong in [
            wishes { $0.size = 201 }, wishes { $0.opacity = -2 }, wishes { $0.color = "orange" },
            wishes { $0.background = "#12345g" },
        ] { #expect(wrong.fault != nil) }
        #expect(wishes { $0.color = "cyan" }.fault == nil && CaptionWishes.usual.fault == nil)
        #expect(CaptionWishes(kept: #"{"size":150}"#).size == 150)
        for nonsense in [nil, "", #"{"size":3000}"#, #"{"edge":"wavy"}"#] {
            #expect(CaptionWishes(kept: nonsense) == CaptionWishes())
        }
    }
}
