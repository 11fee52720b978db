package dev.bascule.studies.scenario;

import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Pages whose text is known, from the picture to the text by three models in a row: how many characters are wrong, how long each part
 * takes, and whether the target reads what native CPU reads.
 *
 * @param pages how many
 */
record ReadPages(int pages) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.OCR;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        if (context.followers() instanceof Followers.Absent absent) {
            return ScenarioFinding.of(new ScenarioFailure(Verdict.SKIPPED, absent.why()));
        }
        Followers.Ready readers = (Followers.Ready) context.followers();
        if (!(context.samples() instanceof Samples.Known known)
                || readers.cases().size() != PageChain.FOLLOWERS
                || PageChain.pipeline(context.testCase()).isEmpty()) {
            return ScenarioFinding.of(new ScenarioFailure(Verdict.SKIPPED, Followers.NONE.why()));
        }
        List<LabelledCase> samples = known.cases().stream().limit(pages).toList();
        boolean isReference = context.place().backend().equals(Backends.NATIVE_CPU);
        Optional<Chained> right = isReference
                ? Optional.empty()
                : Optional.of(chained(
                        context, readers, new Place(context.ground().nativeSource(), Backends.NATIVE_CPU), samples));
        Chained own = chained(context, readers, context.place(), samples);
        PageTally tally =
                new PageTally(samples.stream().map(LabelledCase::label).toList(), own.read(), right.map(Chained::read));
        List<String> notes = new ArrayList<>(tally.notes());
        if (own.trouble().isEmpty()) {
            notes.addAll(AskingLimit.notes(
                    own.read().size(),
                    samples.size(),
                    compared(right),
                    context.ground().timeout()));
        }
        if (!own.read().isEmpty()) {
            notes.add(
                    "each model is open in a page or process of its own; the target makes the detector's tensor and runs the"
                            + " models, the host reads boxes, cuts, turns and spells, whose times stand apart; its own reading of"
                            + " the file that it cuts from is in no time");
        }
        return new ScenarioFinding(
                own.trouble()
                        .or(tally::otherwise)
                        .or(() -> right.flatMap(Chained::trouble).map(ScenarioFailure::notCompared)),
                tally.figures(),
                notes);
    }

    /** Of a reference that broke down something else is told. */
    private static OptionalInt compared(Optional<Chained> right) {
        return right.filter(other -> other.trouble().isEmpty()).stream()
                .mapToInt(other -> other.read().size())
                .findFirst();
    }

    private record Chained(List<PageRead> read, Optional<ScenarioFailure> trouble) {}

    private static Chained chained(
            ScenarioContext context, Followers.Ready readers, Place place, List<LabelledCase> samples) {
        try (PageChain chain = new PageChain(context, readers, place, System::nanoTime)) {
            List<PageRead> read = chain.read(samples);
            return new Chained(read, chain.trouble());
        }
    }
}
