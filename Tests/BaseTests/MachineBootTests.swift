import Testing

@testable import Base

struct MachineBootTests {
    @Test("A start has one name, whether systemd tells it or the kernel is asked")
    func identity() {
        let kernels = "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0\n"
        let name = "0b1c2d3e4f5061728394a5b6c7d8e9f0"
        #expect(MachineBoot.identity(told: name, or: { "" }) == name)
        #expect(MachineBoot.identity(told: nil, or: { kernels }) == name)
        // What a unit says where systemd knows none.
        #expect(MachineBoot.identity(told: "", or: { kernels }) == name)
        #expect(MachineBoot.identity(told: nil, or: { "" }) == "")
        #expect(!MachineBoot.identity.isEmpty && MachineBoot.identity.allSatisfy(\.isHexDigit))
    }
}
