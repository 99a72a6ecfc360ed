import Channels
import Commands
import ControlProtocol
import Devices
import Layout
import Logging
import Screens
import Store

/// Carries out what was decided of flips' records and of the panel that shows them.
extension Box {
    /// Loads the flips of earlier runs from the store.
    func recallFlips() {
        errands.begin { [weak self, store = journal.store] in
            guard let records = try? await store.flips(last: Figures.summarised) else { return }
            await self?.count(.recalled(records))
        }
    }

    func perform(_ effect: Figures.Effect) {
        switch effect {
        case .record(let record, let isSlow):
            if isSlow { logger.slow(record) }
            publish(.flip(FlipInfo(record, isSlow: isSlow)))
            save { try await $0.add(record) }
        case .draw(let summary): draw(summary)
        case .show(let state): tell(.diagnostics(state))
        case .hidePanel:
            tell(.diagnostics(nil))
            take(figures: [:])
        }
    }

    func showFigures(_ shown: Bool) -> CommandResult {
        guard shown != figures.isPanelWanted else { return .nothingToDo }
        count(.panel(shown))
        return .done
    }

    /// Paints the panel: the box waits neither for the disk nor for the painting.
    private func draw(_ known: FlipSummary?) {
        let size = screenSize
        errands.begin { [weak self, store = journal.store, painter = canvas.beside] in
            guard let summary = await self?.summary(known, store) else { return }
            guard let state = await self?.diagnosticsState(summary) else { return }
            let surfaces = await painter.paint(Interface.pictures(of: state, size: size))
            await self?.drawn(state, surfaces)
        }
    }

    private nonisolated func summary(_ known: FlipSummary?, _ store: Store) async -> FlipSummary {
        if let known { return known }
        let records = (try? await store.flips(last: Figures.summarised)) ?? []
        let summary = FlipSummary(records)
        await count(.summarised(summary, newest: records.last?.time))
        return summary
    }

    private func diagnosticsState(_ summary: FlipSummary) -> DiagnosticsState {
        DiagnosticsState(snapshot, last: figures.lastFlip, summary: summary, lineup: tuner.lineup)
    }

    private func drawn(_ state: DiagnosticsState, _ surfaces: [Picture: Surface]) {
        take(figures: surfaces)
        count(.drawn(state))
        if figures.shown == nil { take(figures: [:]) }
    }
}
