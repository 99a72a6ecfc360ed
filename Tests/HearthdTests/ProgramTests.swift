import Testing

/// Tests of the project's programs together, one after the other: each has an origin and up to three
/// daemons running.
@Suite("The programs together", .serialized, .timeLimit(.minutes(10)))
struct ProgramTests {}
