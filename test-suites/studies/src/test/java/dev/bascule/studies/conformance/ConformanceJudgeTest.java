package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.HostView;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConformanceJudgeTest {
    private static final Target TARGET = new Target(
            Backends.WEBNN,
            Optional.empty(),
            new Engine("onnxruntime-web", "1", Optional.empty()),
            DeviceType.CPU,
            Optional.empty(),
            Map.of());
    private static final ConformanceCase CASE = Cases.adding("a");
    private static final Value RIGHT = Value.of(Tensor.floats(Shape.of(2), 11, 22));
    private static final String OPENED =
            "2026-11-23 08:06:29.026935 [I:onnxruntime:, inference_session.cc:1 Initialize] Session successfully initialized.";

    private final ConformanceJudge judge = new ConformanceJudge(
            new EvidenceJudge(Backends.installed()), EvidenceJudge.RunnerContext.UNKNOWN, HostView.NOTHING, TARGET);

    @Test
    void right_and_all_on_the_backend_passes() {
        CaseRun run = judged(ok(RIGHT, offer(1, 1)));
        assertThat(run.verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.decisive().evidence().proof()).isEqualTo(ProofClass.PROVEN);
        assertThat(run.decisive().measured().timing()).isEmpty();
        assertThat(run.decisive().numerics())
                .hasValueSatisfying(
                        numerics -> assertThat(numerics.tolerance().basis()).contains("ONNX backend test"));
    }

    @Test
    void right_and_partly_elsewhere_is_partial() {
        assertThat(judged(ok(RIGHT, offer(3, 2))).verdict()).isEqualTo(Verdict.PARTIAL);
    }

    @Test
    void right_and_all_elsewhere_is_unsupported() {
        CaseRun run = judged(ok(RIGHT, offer(1, 0)));
        assertThat(run.verdict()).isEqualTo(Verdict.UNSUPPORTED);
        assertThat(run.decisive().failure().orElseThrow().message())
                .contains("the one node did not run on webnn: the engine placed it on");
    }

    @Test
    void a_graph_that_was_folded_away_ran_nowhere() {
        CaseRun run = judged(ok(RIGHT, raw(List.of(OPENED))));
        assertThat(run.verdict()).isEqualTo(Verdict.UNSUPPORTED);
        assertThat(run.decisive().failure().orElseThrow().message()).contains("no node was left");
    }

    @Test
    @Tag("red-team")
    void a_claim_without_any_record_is_not_believed() {
        assertThat(judged(ok(RIGHT, raw(List.of()))).verdict()).isEqualTo(Verdict.FAILED);
    }

    @Test
    void a_wrong_value_is_wrong_with_its_worst_element() {
        CaseRun run = judged(ok(Value.of(Tensor.floats(Shape.of(2), 11, 23)), offer(1, 1)));
        assertThat(run.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(run.decisive().numerics().orElseThrow().difference().worst())
                .hasValueSatisfying(worst -> assertThat(worst.index()).isEqualTo(1));
    }

    @Test
    void a_missing_output_is_wrong() {
        CaseReply none = new CaseReply(0, Optional.empty(), List.of(Map.of()), Phases.NONE, Optional.of(offer(1, 1)));
        assertThat(judged(none).verdict()).isEqualTo(Verdict.WRONG);
        CaseReply noSet = new CaseReply(0, Optional.empty(), List.of(), Phases.NONE, Optional.of(offer(1, 1)));
        assertThat(judged(noSet).verdict()).isEqualTo(Verdict.WRONG);
    }

    @Test
    @Tag("red-team")
    void a_sequence_where_a_tensor_is_expected_is_wrong() {
        assertThat(judged(ok(new Value.Many(List.of(RIGHT)), offer(1, 1))).verdict())
                .isEqualTo(Verdict.WRONG);
    }

    @Test
    void a_trap_is_a_crash_and_a_type_that_the_engine_lacks_is_unsupported() {
        assertThat(judged(refused("RuntimeError", "unreachable")).verdict()).isEqualTo(Verdict.CRASHED);
        CaseRun lacking = judged(refused("UnsupportedTypeError", "the browser's tensors cannot hold bfloat16"));
        assertThat(lacking.verdict()).isEqualTo(Verdict.UNSUPPORTED);
        assertThat(lacking.decisive().failure().orElseThrow().code()).isEqualTo(ErrorCode.OPERATOR_UNSUPPORTED);
    }

    @Test
    void a_time_out_beside_others_that_passes_alone_is_flaky_and_both_are_kept() {
        CaseReply late = new CaseReply(
                0,
                Optional.of(new Fault.TimedOut("first", Duration.ofSeconds(10))),
                List.of(),
                Phases.NONE,
                Optional.empty());
        CaseRun run = judge.judge(
                CASE, new CaseOutcome(ok(RIGHT, offer(1, 1)), List.of(late), List.of()), Instant.EPOCH, "again");
        assertThat(run.verdict()).isEqualTo(Verdict.FLAKY);
        assertThat(run.attempts()).extracting(Attempt::outcome).containsExactly(Outcome.TIMED_OUT);
        assertThat(run.retries()).extracting(Attempt::outcome).containsExactly(Outcome.SUCCEEDED);
    }

    @Test
    void a_worse_outcome_alone_is_not_hidden_behind_a_time_out_beside_others() {
        CaseReply late = new CaseReply(
                0,
                Optional.of(new Fault.TimedOut("first", Duration.ofSeconds(10))),
                List.of(),
                Phases.NONE,
                Optional.empty());
        CaseReply wrong = ok(Value.of(Tensor.floats(Shape.of(2), 11, 23)), offer(1, 1));
        CaseRun run = judge.judge(
                CASE,
                new CaseOutcome(wrong, List.of(late), List.of("beside others: no answer")),
                Instant.EPOCH,
                "again");
        assertThat(run.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(run.decisive().evidence().notes()).contains("beside others: no answer");
    }

    @Test
    void a_case_that_nothing_could_run_says_so_and_is_no_crash() {
        Failure failure = Failure.of(ErrorCode.BROWSER_LAUNCH_FAILED, "no display");
        CaseRun run = judge.judge(CASE, CaseOutcome.notRun(0, failure), Instant.EPOCH, "again");
        assertThat(run.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(run.decisive().failure()).contains(failure);
        assertThat(run.decisive().numerics()).isEmpty();
    }

    @Test
    void zeros_of_the_other_sign_are_equal_and_noted() {
        ConformanceCase zeros = Cases.adding("zeros", Tensor.floats(Shape.of(2), 0, 22));
        CaseReply reply = ok(Value.of(Tensor.floats(Shape.of(2), -0f, 22)), offer(1, 1));
        CaseRun run = judge.judge(zeros, CaseOutcome.of(reply), Instant.EPOCH, "again");
        assertThat(run.verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.decisive().evidence().notes()).contains("1 zero has the other sign");
    }

    private CaseRun judged(CaseReply reply) {
        return judge.judge(CASE, CaseOutcome.of(reply), Instant.EPOCH, "again");
    }

    private static CaseReply ok(Value sum, RawEvidence evidence) {
        return new CaseReply(0, Optional.empty(), List.of(Map.of("sum", sum)), Phases.NONE, Optional.of(evidence));
    }

    private static CaseReply refused(String name, String message) {
        return new CaseReply(
                0,
                Optional.of(new Fault.Refused("first", name, message, Optional.empty(), Phases.NONE)),
                List.of(),
                Phases.NONE,
                Optional.empty());
    }

    static RawEvidence offer(int nodes, int taken) {
        return raw(List.of(
                "2026-11-23 08:06:29.026935 [I:onnxruntime:, webnn_execution_provider.cc:1 GetCapability] WebNNExecutionProvider::GetCapability,"
                        + " number of partitions supported by WebNN: 1 number of nodes in the graph: " + nodes
                        + " number of nodes supported by WebNN: " + taken,
                OPENED));
    }

    private static RawEvidence raw(List<String> log) {
        return new RawEvidence(Optional.empty(), Optional.empty(), log, List.of(), Map.of(), List.of(), Map.of());
    }
}
