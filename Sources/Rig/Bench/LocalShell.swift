import Base
import Glibc

/// The shell of the rig's own machine. It uses `popen`: in simulated time Foundation's `Process`
/// misses the end of a child that is over before it looks.
package final class LocalShell: CommandShell {
    package init() {}

    package func run(_ command: String) throws -> CommandOutcome {
        guard let stream = popen("exec 2>&1\n" + command, "r") else {
            throw SystemCallError(call: "popen \(command)", errno: errno)
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
            output += buffer[..<count]
        }
        let status = pclose(stream)
        guard status != -1 else { throw SystemCallError(call: "pclose \(command)", errno: errno) }
        // The same as WIFEXITED and WEXITSTATUS.
        let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
        return CommandOutcome(output: String(decoding: output, as: UTF8.self), code: code)
    }

    package func whenGone(_ script: String) throws -> Farewell { try Farewell(Farewell.script(script)) }
}
