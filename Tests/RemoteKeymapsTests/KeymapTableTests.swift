import RemoteKeymaps
import Testing

@Suite("The table of keymaps")
struct KeymapTableTests {
    private static let text = """
        # Keymaps table
        #driver table                    file

        *\trc-anysee                anysee.toml
        cx8800 *  ./keycodes/x.toml # a comment
        rc-loopback rc-empty  own.toml#c
        broken line
        """

    @Test("Lines are read as ir-keytable reads them")
    func lines() {
        let table = KeymapTable(text: Self.text)
        #expect(
            table.lines == [
                .init(driver: "*", table: "rc-anysee", file: "anysee.toml"),
                .init(driver: "cx8800", table: "*", file: "./keycodes/x.toml"),
                .init(driver: "rc-loopback", table: "rc-empty", file: "own.toml"),
            ])
        #expect(table.files(driver: "CX8800", table: "rc-anysee") == ["anysee.toml", "./keycodes/x.toml"])
        #expect(table.files(driver: "other", table: "rc-empty") == [])
    }

    @Test("A line is added before all others, once; removed, all is as it was")
    func change() {
        var table = KeymapTable(text: Self.text + "\n")
        let line = KeymapTable.Line(driver: "rc-loopback", table: "rc-empty", file: "hearth-a.toml")
        table.add(line)
        #expect(table.files(driver: "rc-loopback", table: "rc-empty") == ["hearth-a.toml", "own.toml"])
        #expect(table.text.hasPrefix("# Keymaps table\n#driver"))
        let once = table.text
        table.add(line)
        #expect(table.text == once)
        #expect(KeymapTable(text: once).lines == table.lines)
        table.remove(file: "hearth-a.toml")
        #expect(table.text == Self.text + "\n")
    }

    @Test("Where there is no table yet, one line is one")
    func empty() {
        var table = KeymapTable(text: "")
        table.add(KeymapTable.Line(driver: "a", table: "*", file: "b"))
        #expect(table.text == "a\t*\tb\n")
    }
}
