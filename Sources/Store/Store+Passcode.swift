import Base

/// The parents' code: it has a file of its own (`PasscodeFile`).
extension Store {
    /// Whether there is a passcode, also one that nobody knows because its file can't be read.
    package func hasPasscode() async throws(StoreError) -> Bool {
        if case .known(let content) = passcodes.now { content.hash != nil } else { true }
    }

    /// Why no passcode can be checked, though there is or was one; nil: it can.
    package var passcodeTrouble: String? {
        if case .unknown(let reason) = passcodes.now { reason } else { nil }
    }

    /// The number of digits of the passcode, for the prompt; nil when none is known.
    package func passcodeLength() async throws(StoreError) -> Int? {
        if case .known(let content) = passcodes.now { content.digits } else { nil }
    }

    /// The number of wrong codes in a row; for `ParentalGate`.
    package func wrongCodes() async throws(StoreError) -> Int {
        if case .known(let content) = passcodes.now { content.wrongCodes } else { 0 }
    }

    /// Sets the passcode; nil removes it. Wrong codes are forgiven.
    package func setPasscode(_ code: String?) async throws(StoreError) {
        try await onDisk { [passcodes] in
            try passcodes.set(
                PasscodeFile.Content(hash: try code.map { try PasscodeHash(of: $0).text }, digits: code?.count))
        }
    }

    /// Whether a code is the right one; false when none is set. Wrong codes are counted on the disk
    /// before the answer, so that pulling the plug gives no new attempt; a right one forgives them.
    ///
    /// Throws when it can't be known, or a wrong code could not be counted: nothing may be opened then.
    package func verifyPasscode(_ code: String) async throws(StoreError) -> Bool {
        try await onDisk { [passcodes] in try passcodes.verify(code) }
    }

    private func onDisk<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await blocking(on: "hearth-store", work)
        } catch let error as StoreError {
            throw error
        } catch {
            throw .unwritable("\(error)")
        }
    }
}
