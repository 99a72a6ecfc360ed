import ControlProtocol

/// What other devices send to the screen, what interrupts it, and the test switches.
extension BoxControl {
    package func interrupt(_ request: InterruptRequest) async throws {
        try await box.read { box in Result { () throws(ControlError) in try box.interrupt(request) } }.get()
    }

    package func simulate(_ request: SimulationRequest) async throws { await box.read { $0.simulate(request.route) } }

    package func casts() async -> CastList { await box.read { $0.castList } }

    package func change(_ request: CastRequest) async throws -> CastList {
        try await box.read { box in Result { () throws(ControlError) in try box.change(request) } }.get()
    }
}
