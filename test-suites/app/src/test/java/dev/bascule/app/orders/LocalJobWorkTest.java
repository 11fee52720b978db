package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.studies.conformance.Cases;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobTalk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalJobWorkTest {
    private static final List<ConformanceCase> CASES = Cases.adding(List.of("a"));

    @TempDir
    Path folder;

    private final Played runners = new Played();
    private final List<String> said = new ArrayList<>();
    private ConformanceOrderReaderTest.OneBlob blobs =
            new ConformanceOrderReaderTest.OneBlob(Path.of(""), "", Path.of(""));
    private MachineLock machine = MachineLock.none();
    private LocalJobWork work = work();

    @BeforeEach
    void make() throws IOException {
        blobs = ConformanceOrderReaderTest.OneBlob.of(folder, "onnx/Add/a/model.onnx");
        machine = MachineLock.in(folder.resolve("lock"), Clock.systemUTC());
        work = work();
    }

    @AfterEach
    void end() {
        work.close();
    }

    private LocalJobWork work() {
        return new LocalJobWork(
                new LocalJobWork.Services(
                        () -> {
                            runners.idleWhenTimed = !runners.isEmpty();
                            throw new BasculeException(ErrorCode.NOTHING_RAN, "nothing is timed here");
                        },
                        runners,
                        read -> new ConformanceCases(CASES, List.of()),
                        () -> machine,
                        List::of,
                        () -> {
                            throw new IllegalStateException("nothing here asks for versions");
                        },
                        () -> {
                            throw new IllegalStateException("nothing here is measured beside another");
                        },
                        () -> {
                            // While a replica is here, whoever measures.
                            try (MachineLease timed =
                                    machine.take(MachineUse.TIMED, WhenBusy.FAIL, "another", talk -> {})) {
                                throw new BasculeException(
                                        ErrorCode.NOTHING_RAN, timed.others().orElse("nobody is told of"));
                            }
                        }),
                BrowserSetup.of(new BrowserChoice.None()));
    }

    private JobEnd run(JobKind kind, String payload) throws InterruptedException {
        return work.run(
                new JobOrder(new JobId("run-1"), 1, kind, payload, List.of(), false, Duration.ofMinutes(1)),
                blobs,
                talking());
    }

    private JobTalk talking() {
        return new JobTalk() {
            @Override
            public void accept(String what) {
                said.add(what);
            }

            @Override
            public void waits() {
                said.add("waits");
            }

            @Override
            public void goesOn() {
                said.add("goes on");
            }
        };
    }

    private String conformance() {
        return Words.write(new ConformanceOrder(
                ConformanceOrder.VERSION,
                new CasesOrder.Run("run", "onnx", "0".repeat(64), 42, "bascule conformance cases"),
                blobs.sha256(),
                List.of(CASES.get(0).id().toString()),
                List.of("cpu"),
                1,
                Duration.ofSeconds(20),
                new BrowserWish(List.of("none"), "auto", Optional.empty(), Optional.empty())));
    }

    private static String timed() {
        return Words.write(new CasesOrder(
                CasesOrder.VERSION,
                new CasesOrder.Run("run", "mine", "0".repeat(64), 42, "bascule run mine.yaml"),
                "mine:vision:resnet-18",
                new CasesOrder.Model(
                        "zoo",
                        "zoo:resnet-18",
                        "resnet-18",
                        "0".repeat(64),
                        List.of(),
                        List.of(),
                        Map.of(),
                        Optional.empty(),
                        Map.of(),
                        Map.of(),
                        Map.of()),
                Map.of(),
                List.of("cpu"),
                "on",
                "any",
                0,
                new BrowserWish(List.of("none"), "auto", Optional.empty(), Optional.empty())));
    }

    private static ErrorCode code(JobEnd end) {
        return ((JobEnd.Failed) end).failure().code();
    }

    @Test
    void conformance_cases_come_back_as_a_document_of_the_run() throws Exception {
        JobEnd end = run(JobKind.CONFORMANCE, conformance());

        RunRecord back = Documents.read(((JobEnd.Done) end).document(), Map.of(), Instant.now());
        assertThat(back.id()).isEqualTo("run");
        assertThat(((JobEnd.Done) end).trouble()).isEmpty();
        assertThat(said).containsSubsequence("waits", "goes on", "looking at a");
    }

    @Test
    void runners_that_are_kept_after_it_end_before_anything_is_timed() throws Exception {
        run(JobKind.CONFORMANCE, conformance());
        assertThat(runners.isEmpty()).isFalse();

        assertThat(code(run(JobKind.CASES, timed()))).isEqualTo(ErrorCode.NOTHING_RAN);

        assertThat(runners.idleWhenTimed).isFalse();
        try (MachineLease free = machine.take(MachineUse.TIMED, WhenBusy.FAIL, "another", talk -> {})) {
            assertThat(free).as("nothing of the machine is held").isNotNull();
        }
    }

    private String replica() {
        return Words.write(new ReplicaOrder(
                ReplicaOrder.VERSION,
                new CasesOrder.Run("run", "replicas", "0".repeat(64), 42, "bascule distributed replicas"),
                "replicas:networks:mlp",
                Map.of(),
                "cpu",
                Optional.empty(),
                blobs.sha256(),
                Map.of("weight", "weight.next"),
                List.of("loss"),
                60_000,
                new BrowserWish(List.of("none"), "auto", Optional.empty(), Optional.empty())));
    }

    @Test
    void whoever_measures_does_not_wait_for_a_replica_and_is_told_that_it_is_there() throws Exception {
        JobEnd end = run(JobKind.REPLICA, replica());

        assertThat(code(end)).as("the machine was free").isEqualTo(ErrorCode.NOTHING_RAN);
        assertThat(((JobEnd.Failed) end).failure().message()).contains("beside it", "`bascule worker`");
        try (MachineLease timed = machine.take(MachineUse.TIMED, WhenBusy.WAIT, "another", talk -> {})) {
            assertThat(timed.others()).as("it is gone").isEmpty();
        }
    }

    @Test
    void the_next_conformance_job_finds_them() throws Exception {
        run(JobKind.CONFORMANCE, conformance());
        run(JobKind.CONFORMANCE, conformance());

        assertThat(runners.cleared).isZero();
        assertThat(runners.runs).isEqualTo(2);
    }

    @Test
    void an_order_of_the_other_kind_or_of_none_fails_as_one_that_breaks_the_protocol() throws Exception {
        assertThat(code(run(JobKind.CASES, conformance()))).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(code(run(JobKind.CONFORMANCE, timed()))).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(code(run(JobKind.CONFORMANCE, "{}"))).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(code(run(JobKind.CONFORMANCE, "null"))).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(code(run(JobKind.CONFORMANCE, "sh -c id"))).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(code(run(
                        JobKind.CONFORMANCE,
                        ((ObjectNode) Json.MAPPER.readTree(conformance()))
                                .put("program", "sh")
                                .toString())))
                .isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(code(run(JobKind.CONFORMANCE, " ".repeat(2 << 20)))).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(runners.runs).as("nothing ran").isZero();
    }

    @Test
    void what_was_interrupted_has_no_result_however_far_it_came() {
        runners.interrupted = true;

        assertThatThrownBy(() -> run(JobKind.CONFORMANCE, conformance())).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void a_bug_costs_the_job_and_not_the_worker() throws Exception {
        runners.broken = true;

        assertThat(code(run(JobKind.CONFORMANCE, conformance()))).isEqualTo(ErrorCode.INTERNAL_ERROR);
        runners.broken = false;
        assertThat(run(JobKind.CONFORMANCE, conformance())).isInstanceOf(JobEnd.Done.class);
    }

    @Test
    void its_end_is_that_of_what_it_keeps() throws Exception {
        run(JobKind.CONFORMANCE, conformance());

        work.close();

        assertThat(runners.isEmpty()).isTrue();
    }

    /** Runs nothing, and keeps a runner after each. */
    private static final class Played implements ConformanceRunners {
        private boolean idle;
        private boolean idleWhenTimed;
        private boolean interrupted;
        private boolean broken;
        private int cleared;
        private int runs;

        @Override
        public ConformanceService service() {
            return (request, turn, listener) -> {
                runs++;
                setIdle(true);
                listener.phase("looking at a");
                if (broken) {
                    throw new IllegalStateException("a bug");
                }
                return new RunRecord(
                        new Invocation(request.id(), "onnx", "0".repeat(64), 42, "bascule conformance cases"),
                        new RunRecord.Times(Instant.EPOCH, Instant.EPOCH.plusSeconds(1), Map.of()),
                        new Machine(
                                "f00d",
                                "Linux",
                                new Machine.Cpu("Test CPU", 2, List.of()),
                                Optional.empty(),
                                List.of()),
                        new RunRecord.Extent(Optional.empty(), interrupted, List.of()),
                        List.of(),
                        List.of());
            };
        }

        private synchronized void setIdle(boolean value) {
            idle = value;
        }

        @Override
        public synchronized boolean isEmpty() {
            return !idle;
        }

        @Override
        public Set<Backend> warm() {
            return Set.of(Backends.NATIVE_CPU);
        }

        @Override
        public void tidy() {
            // Nothing is idle for too long.
        }

        @Override
        public synchronized void clear() {
            cleared += idle ? 1 : 0;
            idle = false;
        }

        @Override
        public void close() {
            clear();
        }
    }
}
