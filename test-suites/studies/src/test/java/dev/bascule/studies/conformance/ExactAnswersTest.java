package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.HostView;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.onnx.Protos;
import dev.bascule.reports.matrix.ExactSummary;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExactAnswersTest {
    private static final Target TARGET = new Target(
            Backends.WEBNN,
            Optional.empty(),
            new Engine("onnxruntime-web", "1", Optional.empty()),
            DeviceType.CPU,
            Optional.empty(),
            Map.of());
    /** (1 · 3 + 2 · 5) / 3: no float32. */
    private static final double EXACT = 13 / 3.0;

    private final ExactAnswers exact = new ExactAnswers();

    @Test
    void what_is_rounded_once_is_correctly_rounded() {
        CaseRun run = judged(dividing("a", (float) EXACT), (float) EXACT);

        Difference.Noise noise =
                run.decisive().numerics().orElseThrow().difference().noise().orElseThrow();
        assertThat(noise.beyond()).isZero();
        assertThat(noise.rms()).isZero();
        assertThat(run.decisive().evidence().notes()).noneMatch(note -> note.contains("published"));
        assertThat(ExactSummary.of(List.of(run)))
                .singleElement()
                .satisfies(summary -> assertThat(summary.line())
                        .isEqualTo("webnn: 1 case, 1 of them correctly rounded; rounding explains all"));
    }

    @Test
    void what_is_right_by_what_was_published_and_not_by_rounding_passes_and_is_told() {
        CaseRun run = judged(dividing("a", (float) EXACT), (float) (EXACT * (1 + 1e-4)));

        assertThat(run.verdict()).isEqualTo(Verdict.PASS);
        Difference.Noise noise =
                run.decisive().numerics().orElseThrow().difference().noise().orElseThrow();
        assertThat(noise.beyond()).isEqualTo(1);
        assertThat(noise.most()).isGreaterThan(100);
        assertThat(ExactSummary.of(List.of(run)))
                .singleElement()
                .satisfies(summary -> assertThat(summary.line())
                        .contains("1 further off than rounding explains, 1 of them right by what was published: a ("));
    }

    @Test
    void what_was_published_has_the_verdict_even_where_it_is_further_off_itself() {
        CaseRun run = judged(dividing("a", 4.4f), (float) EXACT);

        assertThat(run.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(run.decisive()
                        .numerics()
                        .orElseThrow()
                        .difference()
                        .noise()
                        .orElseThrow()
                        .beyond())
                .isZero();
        assertThat(run.decisive().evidence().notes())
                .anyMatch(note -> note.startsWith("1 published value is further from the exact result"));
    }

    @Test
    void a_case_that_cannot_be_computed_is_left_as_it_was_judged() {
        ConformanceCase broken = Cases.adding("a");
        CaseRun run = judge(broken, Map.of("sum", Value.of(Tensor.floats(Shape.of(2), 11, 22))));

        assertThat(exact.beside(run, broken, List.of(Map.of()))).isEqualTo(run);
        assertThat(ExactSummary.of(List.of(run))).isEmpty();
    }

    private CaseRun judged(ConformanceCase one, float got) {
        Map<String, Value> outputs = Map.of("y", scalar(got));
        return exact.beside(judge(one, outputs), one, List.of(outputs));
    }

    private static CaseRun judge(ConformanceCase one, Map<String, Value> outputs) {
        CaseReply reply = new CaseReply(
                0, Optional.empty(), List.of(outputs), Phases.NONE, Optional.of(ConformanceJudgeTest.offer(2, 2)));
        return new ConformanceJudge(
                        new EvidenceJudge(Backends.installed()),
                        EvidenceJudge.RunnerContext.UNKNOWN,
                        HostView.NOTHING,
                        TARGET)
                .judge(one, CaseOutcome.of(reply), Instant.EPOCH, "again");
    }

    private static Value scalar(float value) {
        return Value.of(Tensor.floats(Shape.of(1, 1), value));
    }

    /** {@code a · b / 3}. */
    private static ConformanceCase dividing(String name, float published) {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName(name)
                .addNode(Protos.node("MatMul", "matmul", List.of("a", "b"), List.of("sum")))
                .addNode(Protos.node("Div", "div", List.of("sum", "three"), List.of("y")))
                .addInput(Protos.typed("a", DType.FLOAT32, List.of(1L, 2L)))
                .addInput(Protos.typed("b", DType.FLOAT32, List.of(2L, 1L)))
                .addInitializer(Protos.tensor("three", Tensor.floats(Shape.of(1, 1), 3)))
                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1L, 1L)));
        return ConformanceCase.made(
                "suite",
                "Div",
                name,
                18,
                graph,
                Map.of("MatMul", 1, "Div", 1),
                new DataSet(
                        Map.of(
                                "a", Value.of(Tensor.floats(Shape.of(1, 2), 1, 2)),
                                "b", Value.of(Tensor.floats(Shape.of(2, 1), 3, 5))),
                        Map.of("y", scalar(published))),
                Tolerance.onnxBackendTest(DType.FLOAT32));
    }
}
