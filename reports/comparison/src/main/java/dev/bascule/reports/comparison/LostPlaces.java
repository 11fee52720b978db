package dev.bascule.reports.comparison;

import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Places of the baseline that the candidate asked for and did not get to: a browser or an engine that was not there leaves a cell
 * that never began, of no browser, which pairs with none; a case that could not be read leaves no cell at all. Of places that the
 * candidate says nothing about nothing can be told. Stateless.
 */
final class LostPlaces {
    private LostPlaces() {}

    static List<VerdictChange> of(Pairing pairing, ComparedSide baseline, ComparedSide candidate) {
        List<VerdictChange> lost = new ArrayList<>();
        for (ComparedPlace place : pairing.onlyBaseline()) {
            newest(baseline, place)
                    .flatMap(before -> unread(before, candidate)
                            .map(why -> VerdictChange.unread(place, before, why))
                            .or(() -> neverBegan(place, pairing, candidate)
                                    .flatMap(after -> VerdictChange.of(
                                            place.label(), place, before.run(), after.run(), after.runId()))))
                    .ifPresent(lost::add);
        }
        return lost;
    }

    /** Those that were right, and of which the candidate has nothing, as {@code model on target: why}. */
    static List<String> untold(Pairing pairing, ComparedSide baseline, ComparedSide candidate) {
        return Stream.concat(
                        ofOtherInputs(pairing),
                        pairing.onlyBaseline().stream()
                                .filter(place -> newest(baseline, place)
                                        .filter(before -> before.run().verdict().isRight()
                                                && unread(before, candidate).isEmpty()
                                                && neverBegan(place, pairing, candidate)
                                                        .isEmpty())
                                        .isPresent())
                                .map(place ->
                                        "%s on %s: %s".formatted(place.label(), place.target(), why(place, pairing))))
                .distinct()
                .sorted()
                .toList();
    }

    private static Stream<String> ofOtherInputs(Pairing pairing) {
        return pairing.otherInputs().stream()
                .filter(pair -> pair.baseline()
                        .get(pair.baseline().size() - 1)
                        .run()
                        .verdict()
                        .isRight())
                .flatMap(pair -> ConditionMismatch.inputs(
                        pair.baseline().get(0).run(), pair.candidate().get(0).run())
                        .map(why -> "%s on %s: %s"
                                .formatted(pair.from().label(), pair.from().target(), why))
                        .stream());
    }

    private static String why(ComparedPlace place, Pairing pairing) {
        boolean changed = pairing.onlyCandidate().stream()
                .anyMatch(other -> other.model().equals(place.model())
                        && !other.sha256().equals(place.sha256())
                        && other.dimensions().equals(place.dimensions()));
        return changed
                ? "the model's file is another one: its baseline is to be made anew"
                : "this side has no cell of it";
    }

    private static Optional<Selection.Unread> unread(CaseResult before, ComparedSide candidate) {
        return candidate.unread().stream()
                .filter(unread -> unread.id().equals(before.run().caseId()))
                .findFirst();
    }

    private static Optional<CaseResult> neverBegan(ComparedPlace place, Pairing pairing, ComparedSide candidate) {
        return pairing.onlyCandidate().stream()
                .filter(other -> isSameWish(place, other))
                .flatMap(other -> newest(candidate, other).stream())
                .filter(cell -> cell.run().neverBegan())
                .findFirst();
    }

    /** The same case on the same chain; of another browser only where it did not come to any. */
    private static boolean isSameWish(ComparedPlace before, ComparedPlace after) {
        return before.model().equals(after.model())
                && before.sha256().equals(after.sha256())
                && before.caseName().equals(after.caseName())
                && before.inputs().equals(after.inputs())
                && before.engineSettings().equals(after.engineSettings())
                && before.where(Dimension.MACHINE).equals(after.where(Dimension.MACHINE))
                && before.where(Dimension.BACKEND).equals(after.where(Dimension.BACKEND))
                && (before.where(Dimension.BROWSER).equals(after.where(Dimension.BROWSER))
                        || after.where(Dimension.BROWSER).equals(Dimension.NO_BROWSER));
    }

    private static Optional<CaseResult> newest(ComparedSide side, ComparedPlace place) {
        return side.cells().stream()
                .filter(cell -> ComparedPlace.of(cell).equals(place))
                .reduce((older, newer) -> newer);
    }
}
