/// The few signs that the interface draws itself, so that no font has to have them.
package enum Icon: Hashable, Sendable, CaseIterable {
    case speaker, speakerMuted, lock, warning, star, bell, up, down, backspace, antenna, play, pause, search
}
