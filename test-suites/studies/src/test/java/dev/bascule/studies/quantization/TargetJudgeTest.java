package dev.bascule.studies.quantization;

import static dev.bascule.studies.quantization.Points.judged;
import static dev.bascule.studies.quantization.Points.named;
import static dev.bascule.studies.quantization.Points.placed;
import static dev.bascule.studies.quantization.Points.placing;
import static dev.bascule.studies.quantization.Points.saying;
import static dev.bascule.studies.quantization.Points.split;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.method.Methods;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetJudgeTest {
    private static final Point BASE = Points.of(Variant.ORIGINAL, 4, 1, 1_000_000);

    @Test
    void what_changes_nothing_ties_and_dominates_nobody() {
        TargetJudge.Verdict verdict = judged(split(false), List.of(), "", BASE, Points.of("nothing", 4, 1, 1_000_200));

        assertThat(verdict.loss()).contains(Loss.ACCURACY);
        assertThat(named(verdict, "nothing").isOnFront()).isTrue();
        assertThat(named(verdict, Variant.ORIGINAL).isOnFront()).isTrue();
        assertThat(named(verdict, "nothing").figures().isSurelyFaster()).isFalse();
        assertThat(named(verdict, "nothing").figures().mcNemar().getAsDouble()).isEqualTo(1);
        assertThat(verdict.advice().variant()).contains(Variant.ORIGINAL);
    }

    @Test
    void what_gets_more_wrong_for_nothing_is_dominated_and_misses_the_budget() {
        TargetJudge.Verdict verdict =
                judged(split(false), List.of(), "accuracy=0.5%", BASE, Points.of("spoiled", 60, 1, 1_000_000));

        assertThat(named(verdict, "spoiled").dominatedBy()).containsExactly(Variant.ORIGINAL);
        assertThat(named(verdict, "spoiled").figures().mcNemar().getAsDouble()).isLessThan(1e-6);
        assertThat(verdict.advice().variant()).contains(Variant.ORIGINAL);
    }

    @Test
    void what_is_smaller_and_as_right_dominates_and_is_advised_with_what_it_gives_up() {
        TargetJudge.Verdict verdict =
                judged(split(false), List.of(), "accuracy=2%", BASE, Points.of("small", 4, 0.5, 260_000));

        assertThat(named(verdict, Variant.ORIGINAL).dominatedBy()).containsExactly("small");
        assertThat(verdict.advice().variant()).contains("small");
        assertThat(String.join(" ", verdict.advice().sentences()))
                .contains(", and faster, 0.")
                .contains("Given up: 0.00 points");
    }

    @Test
    void what_is_more_often_right_is_said_to_gain() {
        TargetJudge.Verdict verdict = judged(
                split(false),
                List.of(),
                "",
                Points.of(Variant.ORIGINAL, 40, 1, 1_000_000),
                Points.of("small", 10, 0.5, 260_000));

        assertThat(verdict.advice().variant()).contains("small");
        assertThat(String.join(" ", verdict.advice().sentences()))
                .contains("Gained: 15.00 points (")
                .doesNotContain("Given up")
                .doesNotContain("not surely anything");
    }

    @Test
    void of_a_budget_that_nothing_keeps_the_nearest_is_named_with_what_it_misses() {
        TargetJudge.Verdict verdict =
                judged(split(false), List.of(), "accuracy=1%,bytes=100kB", BASE, Points.of("small", 4, 0.5, 130_000));

        assertThat(verdict.advice().keeps()).isFalse();
        assertThat(verdict.advice().variant()).contains("small");
        assertThat(verdict.advice().sentences().get(0))
                .contains("The nearest is small: bytes 127 KiB, where the limit is 97.7 KiB");
    }

    @Test
    void labels_that_say_nothing_are_told_and_not_judged_by() {
        TargetJudge.Verdict verdict = judged(
                split(false),
                List.of(),
                "",
                Points.of(Variant.ORIGINAL, 181, 1, 1_000_000),
                Points.of("small", 181, 1, 260_000));

        assertThat(verdict.loss()).contains(Loss.AGREEMENT);
        assertThat(String.join(" ", verdict.notes()))
                .contains("no better than chance")
                .contains("only agreement is known");
    }

    @Test
    void what_was_trained_on_samples_that_judge_is_flagged_and_never_advised() {
        Variant trained = new Variant(
                "small",
                "",
                Optional.of(new Variant.File(
                        Methods.named("qat-int4"),
                        new ModelArtifact("00", 1, Path.of("small.onnx")),
                        1,
                        "",
                        false,
                        List.of(),
                        List.of(),
                        List.of())),
                "");
        SampleSplit apart = split(false);

        TargetJudge.Verdict flagged = judged(
                learning(apart, apart.evaluation().subList(0, 3)),
                List.of(trained),
                "",
                BASE,
                Points.of("small", 4, 0.5, 260_000));
        TargetJudge.Verdict fair = judged(
                learning(apart, apart.calibration()), List.of(trained), "", BASE, Points.of("small", 4, 0.5, 260_000));

        assertThat(named(flagged, "small").flags())
                .containsExactly("3 samples that judge it are among those it was trained on");
        assertThat(flagged.advice().variant()).contains(Variant.ORIGINAL);
        assertThat(named(fair, "small").flags()).isEmpty();
        assertThat(fair.advice().variant()).contains("small");
    }

    private static SampleSplit learning(SampleSplit split, List<Sample> learning) {
        return new SampleSplit(
                split.name(),
                split.origin(),
                split.classes(),
                split.calibration(),
                split.evaluation(),
                split.notes(),
                learning);
    }

    @Test
    void what_was_calibrated_with_samples_that_judge_is_flagged_and_never_advised() {
        Variant calibrated = new Variant(
                "small",
                "",
                Optional.of(new Variant.File(
                        Optional.of(new Calibrated()),
                        new ModelArtifact("00", 1, Path.of("small.onnx")),
                        1,
                        "",
                        false,
                        List.of(),
                        List.of(),
                        List.of())),
                "");

        TargetJudge.Verdict flagged =
                judged(split(true), List.of(calibrated), "", BASE, Points.of("small", 4, 0.5, 260_000));
        TargetJudge.Verdict apart =
                judged(split(false), List.of(calibrated), "", BASE, Points.of("small", 4, 0.5, 260_000));

        assertThat(named(flagged, "small").flags()).containsExactly("5 samples that judge it calibrated it as well");
        assertThat(flagged.advice().variant()).contains(Variant.ORIGINAL);
        assertThat(named(apart, "small").flags()).isEmpty();
        assertThat(apart.advice().variant()).contains("small");
    }

    @Test
    void what_got_its_bits_by_samples_that_judge_is_flagged_like_what_they_calibrated() {
        Variant hybrid = new Variant(
                "small",
                "",
                Optional.of(new Variant.File(
                        Methods.hybrid().stream().findFirst(),
                        new ModelArtifact("00", 1, Path.of("small.onnx")),
                        1,
                        "",
                        false,
                        List.of(),
                        List.of(),
                        List.of())),
                "");

        TargetJudge.Verdict flagged =
                judged(split(true), List.of(hybrid), "", BASE, Points.of("small", 4, 0.5, 260_000));
        TargetJudge.Verdict apart =
                judged(split(false), List.of(hybrid), "", BASE, Points.of("small", 4, 0.5, 260_000));

        assertThat(hybrid.made().flatMap(Variant.File::method))
                .hasValueSatisfying(method -> assertThat(method.calibrated()).isFalse());
        assertThat(named(flagged, "small").flags()).containsExactly("5 samples that judge it calibrated it as well");
        assertThat(flagged.advice().variant()).contains(Variant.ORIGINAL);
        assertThat(named(apart, "small").flags()).isEmpty();
    }

    @Test
    void what_is_fast_because_its_nodes_left_says_so_and_neither_dominates_nor_is_advised() {
        Point left = placed(Points.of("left", 4, 0.4, 260_000), placing(2, 9));

        TargetJudge.Verdict verdict = judged(split(false), List.of(), "", BASE, left);

        assertThat(named(verdict, "left").leftAccelerator()).isTrue();
        assertThat(named(verdict, "left").flags().get(0))
                .contains("2 of 9 nodes ran where they should (7 on wasm, 2 on webgpu)")
                .contains("it is faster because nodes left the backend");
        assertThat(named(verdict, Variant.ORIGINAL).isOnFront()).isTrue();
        assertThat(verdict.advice().variant()).contains(Variant.ORIGINAL);
    }

    @Test
    void what_is_broken_and_fast_is_not_advised_where_nobody_says_what_may_be_lost() {
        TargetJudge.Verdict verdict = judged(split(false), List.of(), "", BASE, Points.of("broken", 120, 0.5, 260_000));

        assertThat(verdict.advice().variant()).contains(Variant.ORIGINAL);
        assertThat(verdict.advice().keeps()).isTrue();
        assertThat(String.join(" ", verdict.advice().sentences()))
                .contains("where nothing may be lost: broken is 254 KiB for 977 KiB")
                .contains("Given up: 58.00 points")
                .containsPattern(
                        "surely kept are accuracy=6[0-9]\\.[0-9]% by broken \\(254 KiB, 0\\.[45][0-9] times the time\\)");
        assertThat(judged(split(false), List.of(), "accuracy=90%", BASE, Points.of("broken", 120, 0.5, 260_000))
                        .advice()
                        .variant())
                .contains("broken");
    }

    @Test
    void of_several_that_lose_something_each_is_named_with_the_limit_that_it_surely_keeps_the_least_first() {
        TargetJudge.Verdict verdict = judged(
                split(false),
                List.of(),
                "",
                BASE,
                Points.of("broken", 120, 0.5, 260_000),
                Points.of("worse", 130, 0.6, 270_000),
                Points.of("near", 20, 0.8, 500_000));

        assertThat(verdict.advice().variant()).contains(Variant.ORIGINAL);
        assertThat(String.join(" ", verdict.advice().sentences()))
                .containsPattern(
                        "surely kept are accuracy=1[0-9]\\.[0-9]% by near .*, accuracy=6[0-9]\\.[0-9]% by broken ")
                .doesNotContain("by worse");
        String limit = verdict.advice().sentences().get(2).replaceAll(".*?(accuracy=[0-9.]+%).*", "$1");
        assertThat(judged(split(false), List.of(), limit, BASE, Points.of("near", 20, 0.8, 500_000))
                        .advice()
                        .variant())
                .contains("near");
    }

    @Test
    void of_outputs_that_only_differ_the_smaller_is_named_with_what_to_say() {
        TargetJudge.Verdict verdict = judged(
                split(false),
                List.of(),
                "",
                Points.answering(BASE, off(0)),
                Points.answering(Points.of("float16", 4, 1, 500_000), off(0.001)));

        assertThat(verdict.loss()).contains(Loss.DEVIATION);
        assertThat(verdict.advice().variant()).contains(Variant.ORIGINAL);
        assertThat(String.join(" ", verdict.advice().sentences()))
                .contains("float16 is 488 KiB for 977 KiB")
                .contains("Say what may be lost")
                .doesNotContain("is better");
    }

    @Test
    void where_only_what_surely_loses_keeps_the_other_limits_nothing_is_advised() {
        TargetJudge.Verdict verdict =
                judged(split(false), List.of(), "bytes=300kB", BASE, Points.of("broken", 120, 0.5, 260_000));

        assertThat(verdict.advice().keeps()).isFalse();
        assertThat(verdict.advice().sentences().get(0)).contains("surely loses something");
    }

    private static List<SampleAnswer> off(double by) {
        return java.util.Collections.nCopies(
                Points.SAMPLES,
                new SampleAnswer(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(by), Optional.of(by)));
    }

    @Test
    void what_keeps_a_budget_only_as_seen_is_told_and_not_advised() {
        Point small = Points.of("small", 4, 0.5, 260_000);

        Recommendation beside =
                judged(split(false), List.of(), "accuracy=0.5%", BASE, small).advice();
        Recommendation alone = judged(split(false), List.of(), "accuracy=0.5%,bytes=300kB", BASE, small)
                .advice();

        assertThat(beside.variant()).contains(Variant.ORIGINAL);
        assertThat(beside.keeps()).isTrue();
        assertThat(beside.asSeen()).containsExactly("small");
        assertThat(alone.variant()).contains("small");
        assertThat(alone.keeps()).isFalse();
        assertThat(String.join(" ", alone.sentences()))
                .contains("Nothing surely keeps the budget")
                .contains("small (0.00 points lost, by its interval up to 1.37 points, where the limit is 0.50 points)")
                .contains(
                        "200 samples are too few for accuracy=0.5%: where not one answer differs, the interval of what"
                                + " is lost still reaches 1.372 points; 553 at least are needed")
                .doesNotContain("More samples tell");
    }

    @Test
    void of_one_sample_nothing_keeps_a_budget_surely() {
        TargetJudge.Verdict verdict = judged(
                split(false),
                List.of(),
                "accuracy=0.5%,bytes=300kB",
                few(BASE),
                few(Points.of("small", 4, 1, 260_000)));

        assertThat(verdict.advice().keeps()).isFalse();
        assertThat(verdict.advice().asSeen()).containsExactly("small");
    }

    @Test
    void what_is_flagged_dominates_nobody() {
        SampleAnswer unsound = new SampleAnswer(
                Optional.of(1.0), Optional.of(1.0), Optional.empty(), Optional.empty(), Optional.empty());
        Point flagged = Points.answering(
                Points.of("small", 4, 0.5, 260_000), java.util.Collections.nCopies(Points.SAMPLES, unsound));

        TargetJudge.Verdict verdict = judged(split(false), List.of(), "", BASE, flagged);

        assertThat(named(verdict, "small").flags()).isNotEmpty();
        assertThat(named(verdict, "small").dominatedBy()).isEmpty();
        assertThat(named(verdict, "small").isOnFront()).isFalse();
        assertThat(named(verdict, Variant.ORIGINAL).isOnFront()).isTrue();
    }

    @Test
    void where_a_variant_ran_less_surely_than_its_original_its_time_is_nobodys() {
        Point unknown = placed(
                Points.of("small", 4, 0.5, 260_000),
                new Point.Placing("UNKNOWN", 0, 0, Map.of(), "nobody knows", new Point.Precision(false, "float32")));

        TargetJudge.Verdict beside = judged(split(false), List.of(), "", BASE, unknown);
        TargetJudge.Verdict alike = new TargetJudge(split(false), List.of(), QuantizationBudget.NONE)
                .of(
                        "cpu",
                        new TargetStudy.Outcome(
                                Points.withCopies(BASE, unknown).stream()
                                        .map(point -> placed(point, unknown.placing()))
                                        .toList(),
                                Map.of(),
                                List.of()));

        assertThat(named(beside, "small").flags().get(0)).contains("less surely (UNKNOWN, 0 nodes)");
        assertThat(named(beside, Variant.ORIGINAL).isOnFront()).isTrue();
        assertThat(beside.advice().variant()).contains(Variant.ORIGINAL);
        assertThat(alike.advice().variant()).contains("small");
    }

    @Test
    void where_the_unquantised_model_ran_is_taken_from_its_other_processes_where_its_own_record_failed() {
        Point unknown = placed(
                BASE,
                new Point.Placing("REPORTED", 0, 0, Map.of(), "nobody knows", new Point.Precision(false, "float32")));
        Point left = placed(Points.of("left", 4, 0.4, 260_000), placing(2, 9));

        TargetJudge.Verdict verdict = judged(split(false), List.of(), "", unknown, left);
        TargetJudge.Verdict alone = judged(split(false), List.of(), "", BASE, left);

        assertThat(named(verdict, "left").flags().get(0)).contains("of the unquantised model 7 of 7");
        assertThat(named(verdict, Variant.ORIGINAL).flags()).isEmpty();
        assertThat(verdict.notes()).anyMatch(note -> note.contains("of itself: nobody knows"));
        assertThat(alone.notes()).noneMatch(note -> note.contains("of itself"));
    }

    @Test
    void who_agrees_no_more_often_than_the_commonest_class_is_flagged_where_only_agreement_is_known() {
        Commonest mostly = new Commonest(3, 196, 200, 0.98);
        Point base = unlabelled(Points.of(Variant.ORIGINAL, 0, 1, 1_000_000));
        Point constant = Points.of("constant", 4, 0.4, 10_000);
        Point better = Points.of("better", 3, 0.5, 20_000);

        TargetJudge.Verdict verdict = judged(
                split(false), List.of(), "accuracy=5%", saying(base, mostly), unlabelled(constant), unlabelled(better));
        TargetJudge.Verdict silent =
                judged(split(false), List.of(), "accuracy=5%", base, unlabelled(constant), unlabelled(better));
        TargetJudge.Verdict labelled =
                judged(split(false), List.of(), "accuracy=5%", saying(BASE, mostly), constant, better);

        assertThat(named(verdict, "constant").flags().get(0)).contains("no more often than who always says class 3");
        assertThat(named(verdict, "better").flags()).isEmpty();
        assertThat(verdict.advice().variant()).contains("better");
        assertThat(verdict.notes()).anyMatch(note -> note.contains("class 3 in 98.0 % of 200 places"));
        assertThat(silent.advice().variant()).contains("constant");
        assertThat(silent.notes()).noneMatch(note -> note.contains("places"));
        assertThat(named(labelled, "constant").flags()).isEmpty();
    }

    @Test
    void where_the_unquantised_model_says_one_class_everywhere_agreement_is_not_judged_by() {
        Point base = unlabelled(Points.of(Variant.ORIGINAL, 0, 1, 1_000_000));
        Point small = unlabelled(Points.of("small", 0, 0.5, 260_000));

        TargetJudge.Verdict verdict =
                judged(split(false), List.of(), "", saying(base, new Commonest(0, 200, 200, 1)), small);
        TargetJudge.Verdict mostly =
                judged(split(false), List.of(), "", saying(base, new Commonest(0, 199, 200, 0.995)), small);

        assertThat(verdict.loss()).contains(Loss.DEVIATION);
        assertThat(String.join(" ", verdict.notes())).contains("agreement on these samples says nothing");
        assertThat(mostly.loss()).contains(Loss.AGREEMENT);
        assertThat(String.join(" ", mostly.notes())).contains("agreement on these samples says little");
    }

    @Test
    void the_unquantised_model_opened_again_takes_part_in_nothing() {
        TargetJudge.Verdict verdict = judged(split(false), List.of(), "", BASE);

        assertThat(verdict.judged())
                .hasSize(1 + ProcessSpread.COPIES)
                .allMatch(each -> each.dominatedBy().isEmpty())
                .filteredOn(Judged::isOnFront)
                .singleElement()
                .matches(Judged::isOriginal);
        assertThat(verdict.advice().variant()).contains(Variant.ORIGINAL);
    }

    @Test
    void without_copies_nothing_is_surely_faster() {
        TargetJudge.Verdict verdict = new TargetJudge(split(false), List.of(), QuantizationBudget.NONE)
                .of("cpu", new TargetStudy.Outcome(List.of(BASE, Points.of("small", 4, 0.5, 10)), Map.of(), List.of()));

        assertThat(named(verdict, "small").figures().isSurelyFaster()).isFalse();
        assertThat(String.join(" ", verdict.notes())).contains("nothing is surely faster");
    }

    @Test
    void of_too_few_samples_nobody_dominates() {
        Point base = few(BASE);
        Point small = few(Points.of("small", 0, 0.5, 260_000));

        TargetJudge.Verdict verdict = judged(split(false), List.of(), "", base, small);

        assertThat(verdict.judged()).allMatch(each -> each.dominatedBy().isEmpty());
    }

    @Test
    void without_the_unquantised_model_nothing_is_advised_and_nothing_is_front() {
        Point small = Points.of("small", 4, 0.5, 260_000);
        TargetJudge judge = new TargetJudge(split(false), List.of(), QuantizationBudget.parse("bytes=300kB"));

        TargetJudge.Verdict stopped = judge.of("cpu", new TargetStudy.Outcome(List.of(small), Map.of(), List.of()));
        TargetJudge.Verdict whole =
                judge.of("cpu", new TargetStudy.Outcome(Points.withCopies(BASE, small), Map.of(), List.of()));

        assertThat(stopped.advice().variant()).isEmpty();
        assertThat(stopped.advice().keeps()).isFalse();
        assertThat(stopped.advice().sentences())
                .containsExactly(
                        "The unquantised model was not measured here, so nothing is compared, and nothing advised.");
        assertThat(judge.of("cpu", new TargetStudy.Outcome(List.of(small), Map.of(), List.of(), true))
                        .advice()
                        .sentences())
                .singleElement()
                .asString()
                .startsWith("It was interrupted before the unquantised model was through, which comes last")
                .doesNotContain("was not measured");
        assertThat(judge.of("cpu", new TargetStudy.Outcome(List.of(), Map.of(), List.of(), true))
                        .advice()
                        .sentences())
                .containsExactly("It was interrupted before anything was measured here, so nothing is advised.");
        assertThat(judge.of(
                                "cpu",
                                new TargetStudy.Outcome(
                                        List.of(small),
                                        Map.of(Variant.ORIGINAL, Failure.of(ErrorCode.RUNNER_CRASHED, "gone")),
                                        List.of()))
                        .advice()
                        .sentences())
                .singleElement()
                .asString()
                .startsWith("The unquantised model failed here (RUNNER_CRASHED)");
        assertThat(stopped.judged()).singleElement().matches(each -> !each.isOnFront());
        assertThat(whole.advice().variant()).contains("small");
        assertThat(named(whole, "small").isOnFront()).isTrue();
    }

    @Test
    void where_no_loss_is_known_nothing_is_advised_and_nothing_is_front() {
        SampleAnswer nothing = new SampleAnswer(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(0.0), Optional.empty());
        List<SampleAnswer> unknown = java.util.Collections.nCopies(Points.SAMPLES, nothing);

        TargetJudge.Verdict verdict = judged(
                split(false),
                List.of(),
                "",
                Points.answering(BASE, unknown),
                Points.answering(Points.of("small", 4, 0.5, 260_000), unknown));

        assertThat(verdict.loss()).isEmpty();
        assertThat(verdict.advice().variant()).isEmpty();
        assertThat(verdict.advice().keeps()).isFalse();
        assertThat(verdict.judged()).noneMatch(Judged::isOnFront);
    }

    @Test
    void where_the_model_is_kept_what_is_smaller_and_slower_is_named_with_the_limit_that_chooses_it() {
        Point base = Points.of(Variant.ORIGINAL, 40, 1, 1_000_000);
        Point slow = Points.of("slow", 10, 3.5, 140_000);
        Point larger = Points.of("larger", 10, 1.8, 500_000);
        Point bad = Points.of("bad", 60, 3, 100_000);

        Recommendation kept = judged(split(false), List.of(), "accuracy=2%", base, slow, larger, bad)
                .advice();

        assertThat(kept.variant()).contains(Variant.ORIGINAL);
        assertThat(kept.sentences().get(0))
                .isEqualTo("Keep the model as it is: nothing that surely keeps the budget (accuracy 2.00 points)"
                        + " is surely better in something and surely worse in nothing, as far as it was told apart.");
        assertThat(kept.sentences().get(1))
                .startsWith("Also on the front, better in something and worse in another: slow, 137 KiB for 977 KiB,"
                        + " and slower, 3.")
                .contains("Gained: 15.00 points (")
                .endsWith("With bytes=137KiB in --budget it is chosen, by these figures.");
        assertThat(kept.sentences().get(2)).contains("larger, 488 KiB").contains("Gained: 15.00 points (");
        assertThat(String.join(" ", kept.sentences())).doesNotContain("bad");
        assertThat(judged(split(false), List.of(), "accuracy=2%,bytes=137KiB", base, slow, larger, bad)
                        .advice())
                .matches(Recommendation::keeps)
                .extracting(Recommendation::variant)
                .isEqualTo(Optional.of("slow"));
    }

    @Test
    void each_limit_that_is_told_beside_a_kept_model_chooses_what_it_is_told_of() {
        Point[] points = {
            BASE,
            Points.of("a", 4, 16, 140_001),
            Points.of("b", 4, 8, 270_333),
            Points.of("c", 4, 4, 500_777),
            Points.of("d", 4, 2, 700_999)
        };

        List<String> told = judged(split(false), List.of(), "", points).advice().sentences();

        assertThat(told).hasSize(5);
        assertThat(told.get(0)).startsWith("Keep the model as it is: nothing is surely better in something");
        for (int i = 1; i <= 3; i++) {
            String name = told.get(i).replaceAll("^.*another: (\\w+),.*$", "$1");
            String limit = told.get(i).replaceAll("^.*With (.*) in --budget.*$", "$1");
            assertThat(judged(split(false), List.of(), limit, points).advice().variant())
                    .as(told.get(i))
                    .contains(name);
        }
        assertThat(told.get(4)).isEqualTo("1 more stand there: d.");
    }

    @Test
    void what_only_gains_and_is_larger_and_slower_has_no_limit_that_chooses_it() {
        List<String> told = judged(
                        split(false),
                        List.of(),
                        "",
                        Points.of(Variant.ORIGINAL, 40, 1, 1_000_000),
                        Points.of("large", 10, 2, 2_000_000))
                .advice()
                .sentences();

        assertThat(told).hasSize(2);
        assertThat(told.get(1))
                .contains("large, 1.91 MiB for 977 KiB, and slower")
                .endsWith("No limit of --budget chooses it; --emit large writes it.");
    }

    @Test
    void what_is_better_in_all_and_allowed_is_advised_though_what_is_better_still_is_not_allowed() {
        Point base = Points.of(Variant.ORIGINAL, 4, 1, 1_000_000);
        Point allowed = Points.of("allowed", 4, 0.8, 500_000);
        Point better = Points.of("better", 4, 0.4, 250_000);

        TargetJudge.Verdict verdict = judged(split(false), List.of(), "accuracy=2%", base, allowed, better);
        Judged original = named(verdict, Variant.ORIGINAL);
        Judged behind = named(verdict, "allowed");

        assertThat(behind.dominatedBy()).containsExactly("better");
        assertThat(Recommendation.advised(List.of(original, behind), QuantizationBudget.NONE))
                .contains(behind);
        assertThat(verdict.advice().variant()).contains("better");
    }

    private static Point unlabelled(Point point) {
        return Points.answering(
                point,
                point.answers().stream()
                        .map(answer -> new SampleAnswer(
                                Optional.empty(),
                                answer.agrees(),
                                answer.divergence(),
                                answer.greatest(),
                                answer.mean()))
                        .toList());
    }

    private static Point few(Point point) {
        return new Point(
                point.target(),
                point.variant(),
                point.sha256(),
                point.bytes(),
                point.deflated(),
                point.answers().subList(100, 103),
                point.timing(),
                point.cost(),
                point.placing(),
                point.notes());
    }

    /** One that wants ranges. */
    private record Calibrated() implements Method {
        @Override
        public String name() {
            return "small";
        }

        @Override
        public String summary() {
            return "";
        }

        @Override
        public boolean calibrated() {
            return true;
        }

        @Override
        public ComputedIn computedIn() {
            return new ComputedIn(Map.of());
        }

        @Override
        public Made make(Source source) {
            return new Made.Variant(
                    ModelProto.getDefaultInstance(),
                    new dev.bascule.quantization.Recipe("small", "", Map.of()),
                    List.of(),
                    List.of());
        }
    }
}
