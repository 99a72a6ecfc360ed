extension Duration {
    /// The duration in milliseconds, for figures.
    package var milliseconds: Double { self / .milliseconds(1) }
}
