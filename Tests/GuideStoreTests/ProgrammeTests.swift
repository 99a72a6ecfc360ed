import GuideStore
import Testing

@Suite struct ProgrammeTests {
    @Test func `a programme has its times`() {
        #expect(Programme(start: 1, stop: 2, title: "a").stop == 2)
    }
}
