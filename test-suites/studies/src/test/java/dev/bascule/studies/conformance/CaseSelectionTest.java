package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Selection;
import dev.bascule.studies.conformance.CaseSelection.Chosen;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CaseSelectionTest {
    private static final CaseSelection ALL =
            new CaseSelection(List.of(), Optional.empty(), Optional.empty(), false, 42);

    private static ConformanceCases cases(int many) {
        List<ConformanceCase> cases = new ArrayList<>(IntStream.range(0, many)
                .mapToObj(i -> FakePackRunner.named("test_%04d".formatted(i)))
                .toList());
        Collections.shuffle(cases, new Random(1));
        return new ConformanceCases(cases, List.of());
    }

    private static List<String> names(Chosen chosen) {
        return chosen.cases().cases().stream().map(one -> one.id().name()).toList();
    }

    private static CaseSelection shard(int part, int of) {
        return new CaseSelection(List.of(), Optional.empty(), Optional.of(Selection.Shard.of(part, of)), false, 42);
    }

    private static CaseSelection sample(int size, long seed) {
        return new CaseSelection(List.of(), Optional.of(size), Optional.empty(), false, seed);
    }

    @Test
    void all_cases_run_in_the_order_of_their_ids() {
        Chosen chosen = ALL.from(cases(30));

        assertThat(names(chosen)).hasSize(30).isSorted();
        assertThat(chosen.selection().isWhole()).isTrue();
        assertThat(chosen.hash()).isEqualTo(chosen.selection().wholeHash());
    }

    @Test
    void the_shards_of_a_suite_are_its_cases_each_once() {
        ConformanceCases cases = cases(500);

        List<String> all = IntStream.rangeClosed(1, 7)
                .boxed()
                .flatMap(part -> names(shard(part, 7).from(cases)).stream())
                .toList();

        assertThat(all).hasSize(500).doesNotHaveDuplicates();
        assertThat(IntStream.rangeClosed(1, 7)
                        .map(part -> names(shard(part, 7).from(cases)).size()))
                .allSatisfy(size -> assertThat(size).isBetween(45, 105));
    }

    @Test
    void a_case_stays_in_its_shard_and_its_sample_when_others_are_added() {
        List<String> before = names(shard(2, 5).from(cases(100)));
        List<String> after = names(shard(2, 5).from(cases(200)));

        assertThat(after).containsAll(before);
        // Of a sample of twice as many, drawn of twice as many, about half is new; none of the old order is upset.
        assertThat(names(sample(200, 42).from(cases(400))).stream()
                        .filter(name -> name.compareTo("test_0200") < 0)
                        .toList())
                .containsAll(names(sample(50, 42).from(cases(200))));
    }

    @Test
    void a_sample_depends_on_the_seed_and_on_nothing_else() {
        assertThat(names(sample(10, 1).from(cases(100))))
                .hasSize(10)
                .isEqualTo(names(sample(10, 1).from(cases(100))))
                .isNotEqualTo(names(sample(10, 2).from(cases(100))));
        assertThat(sample(10, 1).from(cases(100)).selection().sample()).contains(10);
    }

    @Test
    void a_sample_of_more_than_there_are_is_no_sample() {
        assertThat(sample(1000, 1).from(cases(10)).selection().isWhole()).isTrue();
    }

    @Test
    void the_shards_of_a_sample_are_the_sample() {
        ConformanceCases cases = cases(300);
        List<String> parts = IntStream.rangeClosed(1, 4)
                .boxed()
                .flatMap(part -> names(new CaseSelection(
                                        List.of("test_*"),
                                        Optional.of(60),
                                        Optional.of(Selection.Shard.of(part, 4)),
                                        false,
                                        7)
                                .from(cases))
                        .stream())
                .toList();

        assertThat(parts)
                .containsExactlyInAnyOrderElementsOf(names(sample(60, 7).from(cases)));
    }

    @Test
    void a_shuffle_changes_the_order_alone() {
        CaseSelection shuffle = new CaseSelection(List.of(), Optional.empty(), Optional.empty(), true, 42);
        Chosen chosen = shuffle.from(cases(50));

        assertThat(names(chosen)).containsExactlyInAnyOrderElementsOf(names(ALL.from(cases(50))));
        assertThat(names(chosen)).isNotEqualTo(names(ALL.from(cases(50))));
        assertThat(chosen.hash()).isEqualTo(ALL.from(cases(50)).hash());
    }

    @Test
    void a_glob_without_a_colon_is_for_the_name() {
        CaseSelection filter = new CaseSelection(
                List.of("test_000?", "node:*:test_0011"), Optional.empty(), Optional.empty(), false, 42);

        assertThat(names(filter.from(cases(20)))).hasSize(11);
        assertThat(filter.from(cases(20)).selection().isWhole()).isFalse();
        assertThat(filter.from(cases(20)).hash())
                .isNotEqualTo(filter.from(cases(20)).selection().wholeHash());
    }

    @Test
    void another_expected_value_is_another_suite() {
        ConformanceCases one = new ConformanceCases(List.of(FakePackRunner.named("test_a")), List.of());
        ConformanceCase changed = FakePackRunner.expecting(
                "test_a",
                (output, dtype) -> dev.bascule.fallback.numerics.Tolerance.EXACT,
                java.util.Map.of(
                        "y",
                        dev.bascule.fallback.tensor.Value.of(dev.bascule.fallback.tensor.Tensor.floats(
                                dev.bascule.fallback.tensor.Shape.of(1), 2))));

        assertThat(ALL.from(one).hash())
                .isEqualTo(ALL.from(one).hash())
                .isNotEqualTo(ALL.from(new ConformanceCases(List.of(changed), List.of()))
                        .hash());
    }

    @Test
    void what_cannot_be_read_is_selected_as_well() {
        ConformanceCases.Unreadable broken = new ConformanceCases.Unreadable(
                FakePackRunner.named("test_broken").id(),
                Path.of("x"),
                Failure.of(ErrorCode.MODEL_TRUNCATED, "too short"));
        ConformanceCases cases = new ConformanceCases(List.of(FakePackRunner.named("test_a")), List.of(broken));

        assertThat(ALL.from(cases).cases().unreadable()).containsExactly(broken);
        assertThat(new CaseSelection(List.of("test_a"), Optional.empty(), Optional.empty(), false, 42)
                        .from(cases)
                        .cases()
                        .unreadable())
                .isEmpty();
    }

    @Test
    void nothing_selected_is_an_error_with_its_remedy() {
        Stream.<Runnable>of(
                        () -> ALL.from(cases(0)),
                        () -> new CaseSelection(List.of("nope"), Optional.empty(), Optional.empty(), false, 42)
                                .from(cases(5)),
                        () -> IntStream.rangeClosed(1, 50)
                                .forEach(part -> shard(part, 50).from(cases(2))))
                .forEach(selecting -> assertThatThrownBy(selecting::run)
                        .isInstanceOfSatisfying(BasculeException.class, e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.NOTHING_SELECTED_TO_RUN);
                            assertThat(e.failure().remedies()).isNotEmpty();
                        }));
    }
}
