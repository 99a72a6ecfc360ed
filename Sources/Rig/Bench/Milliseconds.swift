extension Duration {
    /// For figures.
    package var milliseconds: Double { self / .milliseconds(1) }
}
