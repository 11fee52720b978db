package dev.bascule.prediction.recommend;

import dev.bascule.prediction.data.TargetKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A command that settles what is unknown of models on a target. Immutable.
 *
 * @param before the models are named
 * @param after they are
 * @param apart whether it takes one model at a time, since one leaves something behind for the next
 */
public record Remedy(String before, String after, boolean apart) {
    /** One that names no model. */
    public static Remedy of(String command) {
        return new Remedy(command, "", false);
    }

    /**
     * Measures models on a target.
     *
     * @param browser the word of {@code --browsers} for the target's; empty natively, or where it is not here any more
     */
    public static Remedy measure(TargetKey target, Optional<String> browser) {
        String where = target.isNative()
                ? " --browsers none"
                : browser.map(id -> " --browsers " + id).orElse("");
        String threads = target.threads() == 1 ? "" : " --threads " + target.threads();
        return new Remedy("bascule run ", where + " --backends " + target.backend() + threads, false);
    }

    /** The same with so many samples at least. */
    public Remedy withSamples(int samples) {
        return new Remedy(before, after + " --min-iterations " + samples, apart);
    }

    /** The same for one model at a time. */
    public Remedy oneByOne() {
        return new Remedy(before, after, true);
    }

    /** Learns what models ask of a machine, and predicts. */
    public static Remedy predict() {
        return new Remedy("bascule predict ", "", false);
    }

    /** Without those that others do as well: the same with fewer samples, say. */
    static List<Remedy> fewest(List<Remedy> all) {
        List<Remedy> distinct = all.stream().distinct().toList();
        return distinct.stream()
                .filter(one -> distinct.stream().noneMatch(other -> other.doesMoreThan(one)))
                .toList();
    }

    private boolean doesMoreThan(Remedy other) {
        return !equals(other) && before.equals(other.before) && apart == other.apart && after.startsWith(other.after);
    }

    /** For these models, as {@code run} takes them; of one that takes one at a time for the first. */
    public String command(Collection<String> models) {
        return before.endsWith(" ")
                ? before + models.stream().limit(apart ? 1 : models.size()).collect(Collectors.joining(" ")) + after
                : before;
    }
}
