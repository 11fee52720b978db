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
 * A phrase that wakes, said by several voices among other sentences, streamed through three models in a row: how many are heard as what
 * they are, how long each part takes, and whether the target hears what native CPU hears.
 *
 * @param sounds how many
 */
record HearWakeWord(int sounds) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.WAKE_WORD;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        if (context.followers() instanceof Followers.Absent absent) {
            return ScenarioFinding.of(new ScenarioFailure(Verdict.SKIPPED, absent.why()));
        }
        if (context.samples() instanceof Samples.Absent absent) {
            return ScenarioFinding.of(new ScenarioFailure(Verdict.SKIPPED, absent.why()));
        }
        Followers.Ready followers = (Followers.Ready) context.followers();
        if (followers.cases().size() != WakeChain.FOLLOWERS
                || WakeChain.pipeline(context.testCase()).isEmpty()) {
            return ScenarioFinding.of(new ScenarioFailure(Verdict.SKIPPED, Followers.NONE.why()));
        }
        List<LabelledCase> samples = ((Samples.Known) context.samples())
                .cases().stream().limit(sounds).toList();
        boolean isReference = context.place().backend().equals(Backends.NATIVE_CPU);
        Optional<Chained> right = isReference
                ? Optional.empty()
                : Optional.of(chained(
                        context, followers, new Place(context.ground().nativeSource(), Backends.NATIVE_CPU), samples));
        Chained own = chained(context, followers, context.place(), samples);
        WakeTally tally = new WakeTally(
                samples.stream()
                        .map(sample -> sample.label().equals(LabelledCase.WAKE_PHRASE))
                        .toList(),
                own.heard(),
                right.map(Chained::heard));
        List<String> notes = new ArrayList<>(tally.notes());
        if (!own.heard().isEmpty()) {
            notes.add(
                    "a sound is heard where its highest score is %s or more; each model is open in a page or process of its"
                                    .formatted(Heard.THRESHOLD)
                            + " own, the target makes the samples and runs the models, the host keeps the windows between");
        }
        if (own.trouble().isEmpty()) {
            notes.addAll(AskingLimit.notes(
                    own.heard().size(),
                    samples.size(),
                    compared(right),
                    context.ground().timeout()));
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
                .mapToInt(other -> other.heard().size())
                .findFirst();
    }

    private record Chained(List<Heard> heard, Optional<ScenarioFailure> trouble) {}

    private static Chained chained(
            ScenarioContext context, Followers.Ready followers, Place place, List<LabelledCase> samples) {
        try (WakeChain chain = new WakeChain(context, followers, place, System::nanoTime)) {
            List<Heard> heard = chain.hear(samples);
            return new Chained(heard, chain.trouble());
        }
    }
}
