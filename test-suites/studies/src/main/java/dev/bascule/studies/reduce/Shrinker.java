package dev.bascule.studies.reduce;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Makes a failing model smaller as long as the failure stays the same one: what a node has, then shapes, then data, round
 * after round until nothing gives any more. What the reference does not run is no candidate. Deterministic for a seed.
 * Belongs to one thread.
 */
final class Shrinker {
    private static final String STAGE = "shrink";
    /** Sizes that the reference refuses before a group is given up. */
    private static final int MOST_INVALID = 3;

    private final ReproExaminer examiner;
    private final ReductionLog log;
    private final long seed;
    private final Set<String> seen = new HashSet<>();
    private ReproModel best;
    private ReproFinding.Failing finding;

    Shrinker(ReproExaminer examiner, ReductionLog log, long seed, ReproModel repro, ReproFinding.Failing finding) {
        this.examiner = examiner;
        this.log = log;
        this.seed = seed;
        this.best = repro;
        this.finding = finding;
    }

    /** Shrinks until nothing gives any more, or time is up. */
    void shrink() {
        seen.add(key(best));
        boolean smaller = true;
        while (smaller && !log.hasEnded()) {
            smaller = cutNodes();
            smaller |= cutShapes();
            smaller |= plainData();
        }
    }

    ReproModel best() {
        return best;
    }

    ReproFinding.Failing finding() {
        return finding;
    }

    private boolean cutNodes() {
        boolean any = false;
        boolean again = true;
        while (again) {
            again = false;
            for (SmallerModel candidate : NodeCuts.of(best)) {
                if (log.hasEnded()) {
                    return any;
                }
                if (keeps(candidate) == Verdict.KEPT) {
                    any = true;
                    again = true;
                    break;
                }
            }
        }
        return any;
    }

    private boolean cutShapes() {
        boolean any = false;
        boolean again = true;
        while (again) {
            again = false;
            for (ShapeCuts.Group group : ShapeCuts.groups(best)) {
                if (log.hasEnded()) {
                    return any;
                }
                if (cutShape(group)) {
                    any = true;
                    again = true;
                    break;
                }
            }
        }
        return any;
    }

    private boolean cutShape(ShapeCuts.Group group) {
        int invalid = 0;
        for (long size : ShapeCuts.sizes(group.size())) {
            boolean valid = false;
            for (ReproModel variant : ShapeCuts.cut(best, group, size)) {
                if (log.hasEnded()) {
                    return false;
                }
                Verdict verdict = keeps(new SmallerModel("%s: %d to %d".formatted(group, group.size(), size), variant));
                if (verdict == Verdict.KEPT) {
                    return true;
                }
                if (verdict == Verdict.OTHER) {
                    valid = true;
                    break;
                }
            }
            if (!valid && ++invalid == MOST_INVALID) {
                return false;
            }
        }
        return false;
    }

    private boolean plainData() {
        boolean any = false;
        boolean again = true;
        while (again) {
            again = false;
            for (SmallerModel candidate : DataCuts.of(best, new SplittableRandom(seed))) {
                if (log.hasEnded()) {
                    return any;
                }
                if (keeps(candidate) == Verdict.KEPT) {
                    any = true;
                    again = true;
                    break;
                }
            }
        }
        return any;
    }

    private enum Verdict {
        /** It fails in the same way, and is the best now. */
        KEPT,
        /** It is right, or fails in another way. */
        OTHER,
        /** No valid model. */
        INVALID
    }

    private Verdict keeps(SmallerModel candidate) {
        if (!seen.add(key(candidate.repro()))) {
            return Verdict.OTHER;
        }
        Optional<Map<String, Tensor>> expected = expected(candidate.repro());
        if (expected.isEmpty()) {
            return Verdict.INVALID;
        }
        ReproFinding found = log.step(
                STAGE,
                candidate.what(),
                candidate.repro(),
                () -> examiner.examine(candidate.repro(), expected.get()),
                this::isSame);
        if (!(found instanceof ReproFinding.Failing failing) || !isSame(found)) {
            return Verdict.OTHER;
        }
        best = candidate.repro();
        finding = failing;
        return Verdict.KEPT;
    }

    private Optional<Map<String, Tensor>> expected(ReproModel repro) {
        return examiner.onReference(repro).fold(Optional::of, fault -> Optional.empty());
    }

    private boolean isSame(ReproFinding found) {
        return found instanceof ReproFinding.Failing failing
                && finding.signature().sameAs(failing.signature());
    }

    private static String key(ReproModel repro) {
        MessageDigest digest = Sha256.digest();
        digest.update(repro.model().toByteArray());
        repro.inputs().values().forEach(tensor -> digest.update(tensor.data()));
        return Sha256.hex(digest);
    }
}
