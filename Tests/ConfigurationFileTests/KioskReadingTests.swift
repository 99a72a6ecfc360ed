import Commands
import ConfigurationFile
import Testing

@Suite("A kiosk in the configuration")
struct KioskReadingTests {
    @Test("Screens and keys by their names; a name that is none is told with its line, and what it may have meant")
    func names() {
        let text = "[interface]\nhide = [\"menu\", \"key_test\"]\nkeys_off = [\"power\", \"7\"]\n"
        let reading = ConfigurationReading(text: text, name: "h.toml")
        #expect(reading.errors == [] && reading.warnings == [])
        #expect(reading.configuration.keys.kiosk == Kiosk(hidden: [.menu, .keyTest], keysOff: [.power, .digit(7)]))
        for (line, meant) in [
            ("hide = [\"mennu\"]", "did you mean menu?"), ("keys_off = [\"poower\"]", "did you mean power?"),
            ("hide = \"menu\"", "in brackets"), ("hide = [3]", "expected screens"),
        ] {
            let wrong = ConfigurationReading(text: "[interface]\n\(line)\n", name: "h.toml")
            #expect(
                wrong.errors.first?.line == 2 && wrong.errors.first?.reason.contains(meant) == true, "\(wrong.errors)")
        }
    }
}
