import Base
import Foundation
import RemoteKeymaps
import Testing

@testable import LinuxInput

@Suite("A table of keymaps that was left half written")
struct UnfinishedTableTests {
    @Test("Is finished by the keeper, whom the daemon calls as it starts; otherwise it calls nobody")
    func called() throws {
        let root = "/tmp/hearth-table-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let listener = OwnedDescriptor(
            taking: try checked("socket") {
                socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            })
        try atSocket("\(root)/keeper.sock", "bind") { bind(listener.raw, $0, $1) }
        try checked("listen") { listen(listener.raw, 8) }
        /// Whether somebody has called.
        func called() -> Bool {
            let connection = accept(listener.raw, nil, nil)
            close(connection)
            return connection >= 0
        }
        func start() { _ = KernelInfrared(keeper: "\(root)/keeper.sock", sysfs: root, keymaps: root, table: "") }
        start()
        #expect(!called())
        try Data().write(to: URL(filePath: "\(root)/\(KeymapOrder.tableNote)"))
        start()
        #expect(called() && !called())
    }
}
