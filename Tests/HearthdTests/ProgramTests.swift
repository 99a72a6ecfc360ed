import Testing

/// What the project's programs do together. One test after the other: each has an origin and a daemon
/// or three running.
@Suite("The programs together", .serialized, .timeLimit(.minutes(3)))
struct ProgramTests {}
