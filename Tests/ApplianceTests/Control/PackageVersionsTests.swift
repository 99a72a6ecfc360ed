import ControlProtocol
import Testing

@testable import Appliance

struct PackageVersionsTests {
    @Test("The list that scripts/install writes is read; lines that are none of it are passed over")
    func list() {
        let text = "grdb.swift 7.10.0 7.10.0\n\nswift-log 1.17.0 1.16.2\nnonsense\nnew 1.0.0 -\na b c d\n"
        #expect(
            PackageVersions.parse(text) == [
                .init(name: "grdb.swift", version: "7.10.0", tested: "7.10.0"),
                .init(name: "swift-log", version: "1.17.0", tested: "1.16.2"),
                .init(name: "new", version: "1.0.0", tested: nil),
            ])
    }
}
