import Foundation

/// Writes programs that tests run.
package enum ProgramFile {
    /// Writes a shell script, to be run by its path.
    ///
    /// Another process writes it: a file that this one has open for writing may be inherited for a moment by a program
    /// that another thread starts, and is "busy" then.
    ///
    /// - Parameter mode: its permissions, in octal
    package static func write(_ script: String, to path: String, mode: String = "700") throws {
        let run = try ProgramRun(
            "/bin/sh", ["-c", "cat > \"$0\" && chmod \"$1\" \"$0\"", path, mode],
            input: Data("#!/bin/sh\n\(script)\n".utf8))
        guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
