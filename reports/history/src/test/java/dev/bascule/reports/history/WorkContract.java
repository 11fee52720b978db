package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.MACHINE;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.model;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What predictions are made of: what models ask of a machine, and what attempts took. */
interface WorkContract {
    Engine ENGINE = new Engine("onnxruntime", "1.29.0", Optional.empty());

    /** A new, empty history. */
    History history();

    static ModelWork work(String model, double millis) {
        KernelTensor picture = new KernelTensor("float", List.of(1L, 3L, 224L, 224L));
        return new ModelWork(
                model.repeat(64),
                "x float32[1,3,224,224], state float32[2] in 3 steps",
                ENGINE,
                2,
                List.of(
                        new Kernel(
                                "Conv",
                                "CPUExecutionProvider",
                                List.of(picture, new KernelTensor("float", List.of(8L, 3L, 3L, 3L))),
                                List.of(new KernelTensor("float", List.of(1L, 8L, 222L, 222L))),
                                3,
                                millis),
                        new Kernel(
                                "Gather",
                                "CPUExecutionProvider",
                                List.of(
                                        new KernelTensor("tensor(int64)", List.of()),
                                        new KernelTensor("x", List.of(0L))),
                                List.of(),
                                1,
                                0)));
    }

    @Test
    default void work_is_kept_as_it_was_told_and_the_same_again_takes_its_place() {
        ModelWork other = new ModelWork(
                "a".repeat(64),
                work("a", 1).inputs(),
                new Engine("onnxruntime", "1.29.0", Optional.of("b")),
                2,
                List.of());
        try (History history = history()) {
            assertThat(history.works()).isEmpty();
            history.keepWork(work("b", 1.5));
            history.keepWork(other);
            history.keepWork(work("a", 2.5));
            history.keepWork(work("b", 0.1 + 0.2));
            assertThat(history.works()).containsExactly(work("a", 2.5), other, work("b", 0.1 + 0.2));
            history.keepWork(work("b", 7));
            assertThat(history.works()).containsExactly(work("a", 2.5), other, work("b", 7));
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
        }
    }

    @Test
    default void attempts_are_those_asked_for_by_themselves_that_were_timed_or_came_to_another_end() {
        RunRecord late = record(
                        "late",
                        START.plusSeconds(60),
                        strict(TEXT, Verdict.PASS, on(WASM).samples(0).build()),
                        run(TEXT, new Chain(List.of(WASM, WEBGPU)), Verdict.PASS, List.of(on(WASM).build())),
                        strict(
                                VISION,
                                Verdict.PASS,
                                on(WASM).median(7).samples(3).build()))
                .as(RunOrigin.IMPORTED);
        try (History history = history()) {
            assertThat(history.timedAttempts()).isEmpty();
            history.append(late);
            history.append(ShowcaseRun.record());
            history.append(record(
                    "operators",
                    strict(
                            model("test_add", "dd", Family.OTHER, ModelInfo.CONFORMANCE),
                            Verdict.PASS,
                            on(WASM).build())));
            List<TimedAttempt> attempts = history.timedAttempts();
            assertThat(attempts).isEqualTo(MemoryAttempts.of(Stream.of(ShowcaseRun.record(), late)));
            assertThat(attempts).hasSizeGreaterThan(10);
            TimedAttempt first = attempts.get(0);
            assertThat(first.origin().runId()).isEqualTo(ShowcaseRun.record().id());
            assertThat(first.origin().machine()).isEqualTo(MACHINE.fingerprint());
            assertThat(first.origin().imported()).isFalse();
            assertThat(first.subject().inputs()).contains("int64[1,128]");
            assertThat(first.subject().settings()).containsEntry("batch", "1");
            assertThat(first.threads()).isNotEmpty();
            assertThat(first.right()).contains(true);
            assertThat(first.place().share()).hasValue(1);
            assertThat(first.costs().measured().size()).isEqualTo(60);
            assertThat(attempts)
                    .extracting(TimedAttempt::outcome)
                    .contains(Outcome.WRONG, Outcome.TIMED_OUT, Outcome.UNAVAILABLE, Outcome.SUCCEEDED);
            assertThat(attempts).extracting(TimedAttempt::retry).contains(1);
            TimedAttempt last = attempts.get(attempts.size() - 1);
            assertThat(last.origin().imported()).isTrue();
            assertThat(last.subject().model()).isEqualTo("mobilenet-tiny");
            assertThat(last.subject().inputs()).isEmpty();
            assertThat(last.threads()).isEqualTo(OptionalInt.empty());
            assertThat(last.costs().measured().size()).isEqualTo(3);
        }
    }
}
