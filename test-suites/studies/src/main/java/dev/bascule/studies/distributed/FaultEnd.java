package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.RankLine.Hash;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where a disturbed run ended, beside where it was to.
 *
 * @param furthest parameter from the undisturbed run's
 * @param relative distance of all parameters to the undisturbed run's (L2), over the length of these
 */
record FaultEnd(
        boolean right,
        String words,
        OptionalDouble furthest,
        OptionalDouble relative,
        DataPlan plan,
        RankRun undisturbed,
        RankRun last) {
    /** Of as many ranks as before: the same, bit for bit. */
    static FaultEnd of(DataPlan plan, RankRun undisturbed, RankRun last) {
        Optional<String> end = hash(plan, last);
        Optional<String> meant = hash(plan, undisturbed);
        boolean same = end.isPresent() && end.equals(meant);
        OptionalDouble relative = DataJudge.relative(parameters(plan, last), parameters(plan, undisturbed));
        String words = same
                ? "the same parameters, bit for bit"
                : meant.isEmpty()
                        ? "no parameters to compare with: the undisturbed run did not tell its end alike"
                        : end.isPresent()
                                ? "other parameters than undisturbed, %s of their length off"
                                        .formatted(DataJudge.off(relative))
                                : "it did not come to an end that all ranks tell alike";
        return new FaultEnd(
                same,
                words,
                DataJudge.distance(parameters(plan, last), parameters(plan, undisturbed)),
                relative,
                plan,
                undisturbed,
                last);
    }

    /**
     * Of fewer ranks: bit for bit where an undisturbed run of the same numbers of ranks ends, and as near to one of all ranks as another
     * order of the same samples is.
     */
    FaultEnd fewer(RankRun sizes, String schedule) {
        Optional<String> end = hash(plan, last);
        boolean same = end.isPresent() && end.equals(hash(plan, sizes));
        boolean meant = hash(plan, sizes).isPresent();
        double bound = DataJudge.bound(plan, undisturbed);
        boolean near = furthest.isPresent() && furthest.getAsDouble() <= bound;
        String words = "%s %s; %s"
                .formatted(
                        same
                                ? "the same parameters, bit for bit, as undisturbed"
                                : meant
                                        ? "other parameters than undisturbed"
                                        : "no parameters to compare with: no end was told alike, undisturbed",
                        schedule,
                        furthest.isPresent()
                                ? String.format(
                                        Locale.ROOT,
                                        "%.1e off those of all ranks all the way, %.1e allowed, and all together %s of"
                                                + " their length",
                                        furthest.getAsDouble(),
                                        bound,
                                        DataJudge.off(relative))
                                : "what all ranks end in is not told");
        return new FaultEnd(same && near, words, furthest, relative, plan, undisturbed, last);
    }

    private static Optional<List<Double>> parameters(DataPlan plan, RankRun run) {
        return DataJudge.at(run, DataPlan.HAND.name(), plan.steps());
    }

    /** Of all ranks at the end; empty where they differ, or one is missing. */
    private static Optional<String> hash(DataPlan plan, RankRun run) {
        List<String> hashes = run.all(Hash.class)
                .filter(hash -> hash.step() == plan.steps() && hash.way().equals(DataPlan.HAND.name()))
                .map(Hash::sha256)
                .toList();
        return hashes.size() == run.ranks() && hashes.stream().distinct().count() == 1
                ? Optional.of(hashes.get(0))
                : Optional.empty();
    }
}
