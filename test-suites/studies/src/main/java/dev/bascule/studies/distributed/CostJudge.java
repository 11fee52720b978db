package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.CommReport.Group;
import dev.bascule.studies.distributed.CommReport.Row;
import dev.bascule.studies.distributed.CostReport.Extrapolation;
import dev.bascule.studies.distributed.CostReport.HeldOut;
import dev.bascule.studies.distributed.CostReport.Part;
import dev.bascule.studies.distributed.CostReport.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Fits a cost model where the fewest ranks were timed, and holds it against all others. Stateless. */
final class CostJudge {
    /** A model that is further off than this foretells nothing. */
    private static final double MOST = 2;
    /** Nor does one whose errors, grown as ranks do, reach further than this. */
    private static final double REACH = 4;
    /** Of fewer errors there is no range to speak of. */
    private static final int LEAST = 3;

    private CostJudge() {}

    /** @param all of which those that break an invariant are passed over */
    static CostReport judge(List<Group> all, List<Integer> beyond) {
        List<Group> groups = all.stream().filter(Group::holds).toList();
        Optional<Group> few = groups.stream().min(Comparator.comparingInt(Group::ranks));
        if (few.isEmpty() || groups.size() < 2) {
            return new CostReport(
                    few.map(Group::ranks).orElse(0),
                    few.filter(Group::oversubscribed).isPresent(),
                    List.of(),
                    Optional.of("at least two numbers of ranks must be timed, all invariants holding: else nothing is"
                            + " held out"));
        }
        Group fitted = few.orElseThrow();
        List<Part> parts = new ArrayList<>();
        for (Collective collective : Collective.values()) {
            CostModel.fit(collective, fitted.rows())
                    .ifPresent(model -> parts.addAll(parts(model, fitted.ranks(), groups, beyond)));
        }
        return new CostReport(
                fitted.ranks(),
                fitted.oversubscribed(),
                parts,
                parts.isEmpty()
                        ? Optional.of("fewer than three sizes of each collective were timed")
                        : Optional.empty());
    }

    private static List<Part> parts(CostModel model, int fittedAt, List<Group> groups, List<Integer> beyond) {
        List<HeldOut> all = groups.stream()
                .filter(group -> group.ranks() != fittedAt)
                .flatMap(group -> group.rows().stream()
                        .filter(row -> row.collective() == model.collective()
                                && !row.times().isEmpty()
                                && row.times().median() > 0)
                        .map(row -> heldOut(model, group, row)))
                .toList();
        return Arrays.stream(SizeClass.values())
                .map(sizes -> all.stream()
                        .filter(each -> SizeClass.of(each.bytes()) == sizes)
                        .toList())
                .filter(some -> !some.isEmpty())
                .map(some -> part(model, fittedAt, some, beyond))
                .toList();
    }

    private static HeldOut heldOut(CostModel model, Group group, Row row) {
        return new HeldOut(
                row.ranks(),
                group.oversubscribed(),
                row.bytes(),
                model.millis(row.ranks(), row.bytes()),
                row.times().median());
    }

    private static Part part(CostModel model, int fittedAt, List<HeldOut> some, List<Integer> beyond) {
        SizeClass sizes = SizeClass.of(some.get(0).bytes());
        int measured = some.stream().mapToInt(HeldOut::ranks).max().orElseThrow();
        List<Integer> more =
                beyond.stream().filter(ranks -> ranks > measured).sorted().toList();
        double worst = some.stream()
                .mapToDouble(each -> Math.abs(Math.log(each.factor())))
                .max()
                .orElseThrow();
        if (worst > Math.log(MOST)) {
            return new Part(model, sizes, some, List.of(), Optional.of(off("held-out errors up to ×%.1f", worst)));
        }
        if (model.furthest() > MOST) {
            return new Part(
                    model,
                    sizes,
                    some,
                    List.of(),
                    Optional.of(off("it is ×%.1f off what it was fitted to", Math.log(model.furthest()))));
        }
        if (some.size() < LEAST) {
            return new Part(
                    model,
                    sizes,
                    some,
                    List.of(),
                    Optional.of("%d held-out errors are too few for an interval".formatted(some.size())));
        }
        long largest = some.stream().mapToLong(HeldOut::bytes).max().orElseThrow();
        List<Extrapolation> told = new ArrayList<>();
        Optional<String> refused = Optional.empty();
        for (int ranks : more) {
            double[] grown = grown(some, fittedAt, ranks);
            double reach = Math.max(Math.abs(grown[0]), Math.abs(grown[grown.length - 1]));
            if (reach > Math.log(REACH)) {
                refused = Optional.of(off("errors reach ×%.1f at " + ranks + " ranks", reach));
                break;
            }
            double millis = model.millis(ranks, largest);
            told.add(new Extrapolation(
                    ranks,
                    largest,
                    millis,
                    millis * Math.exp(Math.min(0, grown[0])),
                    millis * Math.exp(Math.max(0, grown[grown.length - 1])),
                    (grown.length - 1.0) / (grown.length + 1)));
        }
        return new Part(model, sizes, some, told, refused);
    }

    /** Logarithms of errors, ascending, as far as they are if each doubling of ranks adds as much again. */
    private static double[] grown(List<HeldOut> some, int fittedAt, int ranks) {
        return some.stream()
                .mapToDouble(each -> Math.log(each.factor())
                        * Math.log((double) ranks / fittedAt)
                        / Math.log((double) each.ranks() / fittedAt))
                .sorted()
                .toArray();
    }

    private static String off(String words, double log) {
        return String.format(Locale.ROOT, words, Math.exp(log));
    }
}
