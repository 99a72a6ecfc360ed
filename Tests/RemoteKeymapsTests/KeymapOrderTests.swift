import RemoteKeymaps
import Testing

@Suite("Orders to the keeper of keymaps")
struct KeymapOrderTests {
    @Test(
        "An order is read as it was written",
        arguments: [
            KeymapOrder.listen(receiver: "rc0"), .keep(name: "living-room_2", receiver: "rc12", length: 1),
            .forget(name: "a"),
        ])
    func roundTrip(_ order: KeymapOrder) {
        #expect(KeymapOrder(line: order.line.dropLast()) == order)
    }

    @Test(
        "What could leave its folder, or is none, is no order",
        arguments: [
            "", "listen", "listen rc", "listen ../rc0", "listen rc0 ", "listen rc99999999", "keep .. rc0 5",
            "keep a/b rc0 5", "keep A rc0 5",
            "keep a rc0 0", "keep a rc0 -1", "keep a rc0 99999999999999999999", "keep a rc0 262145", "forget",
            "forget -a",
            "forget ä", "forget a b",
            "keep \(String(repeating: "a", count: 41)) rc0 5", "quit",
        ])
    func wrong(_ line: String) {
        #expect(KeymapOrder(line: line) == nil)
    }

    @Test("Files and names are one")
    func files() {
        #expect(KeymapOrder.name(ofFile: KeymapOrder.file(of: "tv")) == "tv")
        for file in ["hearth-.toml", "hearth-A.toml", "tivo.toml", "hearth-a.toml.bak", "hearth-a.toml.new"] {
            #expect(KeymapOrder.name(ofFile: file) == nil)
        }
        #expect(KeymapOrder.newName(besides: []) == "remote")
        #expect(KeymapOrder.newName(besides: ["remote", "remote-2", "x"]) == "remote-3")
    }
}
