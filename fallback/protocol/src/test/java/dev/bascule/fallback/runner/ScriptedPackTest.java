package dev.bascule.fallback.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.PackEnd;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptedPackTest {
    private static final CaseScript RIGHT = CaseScript.right(Backends.WASM);

    @TempDir
    Path folder;

    private final List<CaseReply> replies = new ArrayList<>();

    @Test
    void it_adds_the_inputs_of_each_case_asked_for() throws Exception {
        ScriptedRunner runner = runner(RIGHT);
        assertThat(run(runner, List.of(2, 0))).isInstanceOf(Reply.Ok.class);
        assertThat(replies).extracting(CaseReply::index).containsExactly(2, 0);
        assertThat(replies.get(0).outputs()).containsExactly(Map.of("sum", Value.of(Tensor.floats(Shape.of(1), 3))));
        assertThat(replies.get(0).evidence()).isPresent();
        assertThat(runner.packs()).hasSize(1);
    }

    @Test
    void a_refused_or_poisoned_case_costs_only_itself() throws Exception {
        CaseScript script = RIGHT.at("b", CaseScript.refusing("create", "Error", "no kernel"))
                .at("c", CaseScript.poisoning("unreachable"));
        assertThat(run(runner(script), List.of(0, 1, 2))).isInstanceOf(Reply.Ok.class);
        assertThat(replies).extracting(reply -> reply.fault().isPresent()).containsExactly(false, true, true);
        assertThat(((Fault.Refused) replies.get(2).fault().orElseThrow()).poisoned())
                .contains("unreachable");
    }

    @Test
    void a_crash_ends_it_without_a_reply_of_that_case_and_those_behind_it() throws Exception {
        ScriptedRunner runner = runner(RIGHT.at("b", CaseScript.dying("SIGSEGV")));
        assertThat(run(runner, List.of(0, 1, 2))).isEqualTo(new Reply.Failed<>(new Fault.Lost("pack", "SIGSEGV")));
        assertThat(replies).extracting(CaseReply::index).containsExactly(0);
        assertThat(run(runner, List.of(2))).isInstanceOf(Reply.Failed.class);
    }

    @Test
    void a_hang_ends_it_at_the_silence_allowed() throws Exception {
        ScriptedRunner runner = runner(RIGHT.at("a", CaseScript.hanging()));
        assertThat(run(runner, List.of(0, 1)))
                .isEqualTo(new Reply.Failed<>(new Fault.TimedOut("pack", Duration.ofSeconds(5))));
        assertThat(replies).isEmpty();
        assertThat(runner.isGone()).isTrue();
    }

    private static ScriptedRunner runner(CaseScript script) {
        return ScriptedRunner.named("page").packing(script).build();
    }

    private Reply<PackEnd> run(ScriptedRunner runner, List<Integer> indices) throws Exception {
        List<PackedCase> cases = Stream.of("a", "b", "c")
                .map(name -> new PackedCase(
                        name,
                        new Program.Model(ByteBuffer.allocate(0)),
                        List.of(Map.of("x", Value.of(Tensor.floats(Shape.of(1), name.charAt(0) - 'a' + 1))))))
                .toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Pack.write(cases, bytes);
        PackRequest request = new PackRequest(
                "pack",
                Backends.WASM,
                Artifacts.write(folder, bytes.toByteArray(), "pack"),
                indices,
                false,
                1,
                Duration.ofSeconds(1),
                SessionSettings.defaults());
        return runner.pack(request, replies::add, Duration.ofSeconds(5));
    }
}
