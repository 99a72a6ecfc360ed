import Testing
import XMLTV

@Suite struct XMLTVProgrammeTests {
    @Test func `a programme that says nothing more has no stop`() {
        #expect(XMLTVProgramme(channel: "a", start: 1).stop == nil)
    }
}
