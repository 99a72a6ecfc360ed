extension ScenarioRun {
    /// The beeps that are heard while `body` runs.
    package func heard(while body: () throws -> Void) throws -> [Beep] {
        let (_, sound) = try ears().listen(while: body)
        let beeps = Beep.all(in: sound.samples)
        for beep in beeps { mark(.sound, "\(beep.hertz) Hz", at: sound.time(of: beep.frames.lowerBound)) }
        return beeps
    }
}
