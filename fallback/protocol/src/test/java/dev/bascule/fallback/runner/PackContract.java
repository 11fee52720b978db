package dev.bascule.fallback.runner;

import static dev.bascule.fallback.runner.PackAsking.add;
import static dev.bascule.fallback.runner.PackAsking.floats;
import static dev.bascule.fallback.runner.PackAsking.inputs;
import static dev.bascule.fallback.runner.PackAsking.of;
import static dev.bascule.fallback.runner.PackAsking.only;
import static dev.bascule.fallback.runner.PackAsking.refused;
import static dev.bascule.fallback.runner.PackAsking.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PackEnd;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every runner that takes packs does alike, with cases here and with values as {@link PackValueContract} says.
 * Implementations say how to get one; it may be shared between tests.
 */
public interface PackContract extends PackValueContract {
    @Test
    default void answers_each_case_of_a_pack_once_in_the_order_asked_for() {
        List<CaseReply> replies = answered(request(List.of(add(1), add(2), add(3)), List.of(2, 0, 1)));
        assertThat(replies).extracting(CaseReply::index).containsExactly(2, 0, 1);
        assertThat(replies).allSatisfy(reply -> assertThat(only(reply)).isEqualTo(sum(reply.index() + 1)));
    }

    @Test
    default void leaves_out_the_cases_that_were_not_asked_for_and_takes_another_pack() {
        List<PackedCase> cases = List.of(add(1), add(2), add(3));
        assertThat(answered(request(cases, List.of(1))))
                .extracting(CaseReply::index)
                .containsExactly(1);
        assertThat(answered(request(cases, List.of()))).isEmpty();
        assertThat(answered(request(cases, List.of(0))))
                .extracting(CaseReply::index)
                .containsExactly(0);
    }

    @Test
    default void gives_the_same_results_alone_and_side_by_side() {
        List<PackedCase> cases =
                IntStream.rangeClosed(1, 12).mapToObj(i -> add(i)).toList();
        List<Integer> all = IntStream.range(0, 12).boxed().toList();
        for (PackRequest request : List.of(request(cases, all, true, 1), request(cases, all, false, 3))) {
            List<CaseReply> replies = answered(request);
            assertThat(replies).extracting(CaseReply::index).containsExactlyInAnyOrderElementsOf(all);
            assertThat(replies).allSatisfy(reply -> assertThat(only(reply)).isEqualTo(sum(reply.index() + 1)));
        }
    }

    @Test
    default void gives_the_results_that_a_job_of_its_own_gives() {
        Feeds feeds = Feeds.of(Map.of("x", floats(3), "state", floats(10)));
        Job job = new Job(
                UUID.randomUUID().toString(),
                backend(),
                Artifacts.write(folder(), TinyOnnx.add(), "onnx"),
                feeds,
                List.of("sum"),
                SessionSettings.defaults());
        RunnerSession session = runner().open(job, SILENCE).result().orElseThrow();
        Tensor opened = session.firstOutputs().all().get(0).tensor();
        assertThat(session.finish(SILENCE)).isInstanceOf(Reply.Ok.class);
        assertThat(only(answer(add(3)))).isEqualTo(Value.of(opened));
    }

    @Test
    default void a_refused_case_costs_only_itself_and_is_told_in_the_engines_own_words() {
        List<PackedCase> cases =
                List.of(add(1), of(TinyOnnx.unknownOperator(), inputs(1)), of(new byte[] {1, 2, 3}, inputs(1)), add(4));
        List<CaseReply> replies = answered(request(cases, List.of(0, 1, 2, 3)));
        assertThat(refused(replies.get(1)).message()).contains("NoSuchOperator");
        assertThat(refused(replies.get(1)).phase()).isEqualTo("create");
        assertThat(refused(replies.get(2)).phase()).isEqualTo("create");
        assertThat(replies.get(2).outputs()).isEmpty();
        assertThat(only(replies.get(0))).isEqualTo(sum(1));
        assertThat(only(replies.get(3))).isEqualTo(sum(4));
    }

    @Test
    default void a_session_runs_each_of_its_data_sets() {
        PackedCase packed = new PackedCase(
                "two sets", new Program.Model(ByteBuffer.wrap(TinyOnnx.add())), List.of(inputs(1), inputs(2)));
        assertThat(answer(packed).outputs()).containsExactly(Map.of("sum", sum(1)), Map.of("sum", sum(2)));
    }

    @Test
    default void a_data_set_that_fails_leaves_the_outputs_of_those_before_it() {
        PackedCase packed = new PackedCase(
                "a good set and a bad one",
                new Program.Model(ByteBuffer.wrap(TinyOnnx.add())),
                List.of(inputs(1), Map.of()));
        CaseReply reply = answer(packed);
        assertThat(refused(reply).phase()).isEqualTo("first");
        assertThat(reply.outputs()).containsExactly(Map.of("sum", sum(1)));
    }

    @Test
    default void an_index_that_is_not_in_the_pack_costs_only_itself() {
        List<CaseReply> replies = answered(request(List.of(add(1)), List.of(7, 0)));
        assertThat(refused(replies.get(0)).phase()).isEqualTo("fetch");
        assertThat(only(replies.get(1))).isEqualTo(sum(1));
    }

    @Test
    default void what_is_no_pack_or_not_the_one_that_was_named_is_refused_and_the_runner_lives_on() {
        PackRequest honest = request(List.of(add(1)), List.of(0));
        ModelArtifact lie = new ModelArtifact(
                "0".repeat(64), honest.pack().bytes(), honest.pack().file());
        for (ModelArtifact bad : List.of(lie, Artifacts.write(folder(), new byte[] {1, 2, 3}, "pack"))) {
            List<CaseReply> replies = new ArrayList<>();
            Reply<PackEnd> end = runner().pack(with(honest, bad), replies::add, SILENCE);
            assertThat(end).isInstanceOf(Reply.Failed.class);
            assertThat(((Reply.Failed<PackEnd>) end).fault()).isInstanceOf(Fault.Refused.class);
            assertThat(replies).isEmpty();
        }
        assertThat(only(answer(add(1)))).isEqualTo(sum(1));
    }

    @Test
    default void each_reply_tells_its_phases_and_where_it_ran() {
        CaseReply reply = answer(add(1));
        assertThat(reply.phases().create()).isPresent();
        assertThat(reply.phases().first()).isPresent();
        assertThat(reply.evidence())
                .hasValueSatisfying(evidence ->
                        assertThat(evidence.granted()).contains(backend().id()));
    }

    private static PackRequest with(PackRequest request, ModelArtifact pack) {
        return new PackRequest(
                UUID.randomUUID().toString(),
                request.backend(),
                pack,
                request.cases(),
                request.alone(),
                request.workers(),
                request.caseLimit(),
                request.settings());
    }
}
