import Guide

/// The work of turning lists that were read into the lineup; any thread can do it.
struct LineupJob: Sendable {
    /// The lists as they are now.
    let list: ChannelList
    /// Why one of them is as it was before, in words for people; nil: all could be read.
    let trouble: String?
    let recipe: LineupRecipe
    /// The entries before, where they were read and kept since the start: the same ones need be neither numbered nor
    /// kept once more.
    let kept: [ChannelEntry]?
    /// How often a viewer had changed what the lineup is made of when the job began: a higher count makes it out of date.
    let revision: Int

    /// What came of a job.
    struct Outcome: Sendable {
        let job: LineupJob
        /// Nil: the entries are as they were.
        let made: MadeLineup?
        /// The guides that the lists name.
        let guides: [GuideSource]
        let notes: ListNotes
    }

    /// Does the work: about 3 µs an entry in a release build.
    func run() -> Outcome {
        let made = kept == list.entries ? nil : recipe.make(renewsGuests: true)
        return Outcome(
            job: self, made: made, guides: GuideSource.named(in: list),
            notes: ListNotes(list, lineup: made?.lineup ?? recipe.previous, numbering: recipe.numbering))
    }
}
