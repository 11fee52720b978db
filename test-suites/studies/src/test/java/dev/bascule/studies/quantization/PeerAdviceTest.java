package dev.bascule.studies.quantization;

import static dev.bascule.studies.quantization.Points.judged;
import static dev.bascule.studies.quantization.Points.named;
import static dev.bascule.studies.quantization.Points.split;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Others' variants are judged as ours, told where they are better, and never advised. */
class PeerAdviceTest {
    private static final Point BASE = Points.of(Variant.ORIGINAL, 4, 1, 1_000_000);
    private static final Point OURS = Points.of("small", 4, 0.7, 400_000);
    private static final Point BETTER = Points.of("theirs", 4, 0.5, 200_000);

    /** Another's. */
    private record Theirs(boolean seesCalibration) implements Method {
        @Override
        public String name() {
            return "theirs";
        }

        @Override
        public String summary() {
            return "";
        }

        @Override
        public Optional<String> peer() {
            return Optional.of("onnxruntime");
        }

        @Override
        public ComputedIn computedIn() {
            return new ComputedIn(Map.of());
        }

        @Override
        public Made make(Source source) {
            return new Made.Refused("not asked");
        }
    }

    private static Variant theirs(boolean calibrated) {
        return new Variant(
                "theirs",
                "",
                Optional.of(new Variant.File(
                        Optional.of(new Theirs(calibrated)),
                        new ModelArtifact("00", 1, Path.of("theirs.onnx")),
                        1,
                        "",
                        false,
                        List.of(),
                        List.of(),
                        List.of())),
                "");
    }

    private static String sentences(TargetJudge.Verdict verdict) {
        return String.join(" ", verdict.advice().sentences());
    }

    @Test
    void one_that_is_better_is_told_and_ours_advised() {
        TargetJudge.Verdict verdict = judged(split(false), List.of(theirs(false)), "accuracy=2%", BASE, OURS, BETTER);

        assertThat(verdict.advice().variant()).contains("small");
        assertThat(named(verdict, "small").dominatedBy()).contains("theirs");
        assertThat(sentences(verdict))
                .contains("A peer's is better: theirs (195 KiB, 0.00 points of accuracy given up).");
    }

    /** Theirs is smaller than what is advised and no slower for sure, ours smaller than theirs, and surely slower than what is advised. */
    @Test
    void one_that_another_of_ours_is_better_than_is_not_called_better() {
        Point slow = Points.of("tiny", 4, 1.6, 150_000);
        Point theirs = Points.swaying("theirs", 4, 0.7, 2.2, 200_000);
        TargetJudge.Verdict verdict = judged(split(false), List.of(theirs(false)), "accuracy=2%", BASE, slow, theirs);

        assertThat(verdict.advice().variant()).contains(Variant.ORIGINAL);
        assertThat(named(verdict, Variant.ORIGINAL).dominatedBy()).containsExactly("theirs");
        assertThat(named(verdict, "theirs").dominatedBy()).containsExactly("tiny");
        assertThat(sentences(verdict)).contains("another of ours surely better than that: theirs (behind tiny).");
    }

    @Test
    void the_same_of_ours_is_advised_and_nobody_speaks_of_peers() {
        TargetJudge.Verdict verdict = judged(split(false), List.of(), "accuracy=2%", BASE, OURS, BETTER);

        assertThat(verdict.advice().variant()).contains("theirs");
        assertThat(sentences(verdict)).doesNotContain("peer");
    }

    @Test
    void one_that_is_not_surely_better_is_not_told_as_such() {
        Point worse = Points.of("theirs", 60, 0.7, 400_000);

        assertThat(sentences(judged(split(false), List.of(theirs(false)), "accuracy=2%", BASE, OURS, worse)))
                .contains("No peer's is surely better");
        assertThat(sentences(judged(split(false), List.of(theirs(false)), "accuracy=2%", BASE, OURS)))
                .contains("No peer's variant was measured");
    }

    @Test
    void one_that_alone_keeps_the_budget_is_told_and_not_advised() {
        TargetJudge.Verdict verdict =
                judged(split(false), List.of(theirs(false)), "accuracy=2%,bytes=300kB", BASE, OURS, BETTER);

        assertThat(verdict.advice().keeps()).isFalse();
        assertThat(verdict.advice().variant()).contains("small");
        assertThat(sentences(verdict)).contains("A peer's keeps the budget, where none of ours surely does: theirs");
    }

    @Test
    void one_that_was_calibrated_with_what_judges_is_flagged_and_not_called_better() {
        TargetJudge.Verdict verdict = judged(split(true), List.of(theirs(true)), "accuracy=2%", BASE, OURS, BETTER);

        assertThat(named(verdict, "theirs").flags()).isNotEmpty();
        assertThat(sentences(verdict)).contains("No peer's is surely better");
    }

    @Test
    void where_ours_and_theirs_keep_the_bytes_and_surely_lose_nobody_says_that_theirs_alone_keeps() {
        Point ours = Points.of("small", 120, 0.7, 280_000);
        Point worse = Points.of("theirs", 130, 0.7, 280_000);

        TargetJudge.Verdict verdict = judged(split(false), List.of(theirs(false)), "bytes=300kB", BASE, ours, worse);

        assertThat(verdict.advice().keeps()).isFalse();
        assertThat(sentences(verdict))
                .contains("All that keeps the budget")
                .contains("No peer's is surely better")
                .doesNotContain("keeps the budget, where");
    }

    @Test
    void where_ours_keep_the_bytes_and_surely_lose_one_that_does_not_is_told_as_that() {
        Point ours = Points.of("small", 120, 0.7, 280_000);

        assertThat(sentences(judged(split(false), List.of(theirs(false)), "bytes=300kB", BASE, ours, BETTER)))
                .contains("A peer's keeps the budget, where all of ours that do surely lose something: theirs")
                .doesNotContain("none of ours");
    }

    @Test
    void one_that_keeps_the_bytes_and_surely_loses_is_not_told_as_keeping_what_ours_miss() {
        Point loses = Points.of("theirs", 120, 0.5, 200_000);

        assertThat(sentences(judged(split(false), List.of(theirs(false)), "bytes=300kB", BASE, OURS, loses)))
                .doesNotContain("A peer's keeps the budget");
    }

    @Test
    void one_that_is_better_and_does_not_surely_keep_the_budget_is_told_with_what_it_misses() {
        Point unsure = Points.of("theirs", 5, 0.5, 200_000);

        TargetJudge.Verdict verdict = judged(split(false), List.of(theirs(false)), "accuracy=1.5%", BASE, OURS, unsure);

        assertThat(verdict.advice().variant()).contains("small");
        assertThat(named(verdict, "small").dominatedBy()).contains("theirs");
        assertThat(sentences(verdict))
                .contains("A peer's is better, but would not be advised if it were ours: theirs")
                .contains("by its interval up to")
                .doesNotContain("A peer's is better: ");
    }

    @Test
    void of_a_peer_that_refused_all_it_is_told_that_nothing_was_measured() {
        Variant refused = Variant.refused(new Theirs(false), "it failed");

        assertThat(refused.peer()).contains("onnxruntime");
        assertThat(sentences(judged(split(false), List.of(refused), "accuracy=2%", BASE, OURS)))
                .contains("No peer's variant was measured.");
    }

    @Test
    void without_the_unquantised_model_nobody_says_who_is_better() {
        TargetJudge.Verdict verdict = new TargetJudge(
                        split(false), List.of(theirs(false)), QuantizationBudget.parse("bytes=300kB"))
                .of("cpu", new TargetStudy.Outcome(List.of(OURS, BETTER), Map.of(), List.of()));

        assertThat(verdict.advice().keeps()).isFalse();
        assertThat(sentences(verdict)).contains("Of no peer's variant is it known what it is worth beside ours.");
    }
}
