import Foundation
import Glibc
import Testing

@testable import Base

@Suite("Memory in pages")
struct PageMemoryTests {
    /// The number of pages of `memory` that there are.
    private func resident(_ memory: PageMemory) -> Int {
        var pages = [UInt8](repeating: 0, count: memory.byteCount / Int(getpagesize()))
        mincore(memory.base, memory.byteCount, &pages)
        return pages.count { $0 & 1 == 1 }
    }

    @Test("It is whole pages of zeros, costs only what is written, and nothing once dropped")
    func drop() throws {
        let memory = try #require(PageMemory(byteCount: 300_001))
        #expect(memory.byteCount >= 300_001)
        #expect(memory.byteCount % Int(getpagesize()) == 0)
        #expect(resident(memory) == 0)
        let bytes = UnsafeMutableRawBufferPointer(start: memory.base, count: memory.byteCount)
        bytes[0] = 7
        bytes[memory.byteCount - 1] = 8
        #expect(resident(memory) == 2)
        memory.drop()
        #expect(resident(memory) == 0)
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test("There is none without room for it")
    func none() {
        #expect(PageMemory(byteCount: .max) == nil)
        #expect(PageMemory(byteCount: .max - 10_000) == nil)
        #expect(PageMemory(byteCount: 0)?.byteCount == Int(getpagesize()))
    }

    @Test("Code that is given back runs on, and takes less memory")
    func code() throws {
        func mapped() throws -> Int {
            let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
            return try #require(line.split { !$0.isNumber }.first.flatMap { Int($0) })
        }
        let before = try mapped()
        LoadedCode.giveBack()
        #expect(try mapped() < before)
    }
}
