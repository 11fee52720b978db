package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page of a real browser beside a native child in one study, with a fault in the child: it is found there alone. */
@Tag("browser")
@Tag("native")
@Tag("full")
class TwoTargetsTest {
    @TempDir
    private static Path folder;

    private static NativeTrainings side;
    private static TrainingStudy study;

    @BeforeAll
    static void start() {
        side = new NativeTrainings(folder);
        study = side.study(NativeTrainings.task(Blobs.data()), NativeTrainings.limits());
    }

    @AfterAll
    static void stop() {
        study.close();
        side.close();
    }

    private static Launcher spoiled(Launcher real) {
        return TamperedRunner.of(real, job -> job, TwoTargetsTest::reversed);
    }

    private static AdvanceRequest reversed(AdvanceRequest request) {
        List<Map<String, Tensor>> steps = new ArrayList<>(request.steps());
        Collections.reverse(steps);
        return new AdvanceRequest(steps, request.read(), request.limit());
    }

    @Test
    void a_native_child_that_is_spoiled_leaves_the_page_right() {
        TargetTraining child = side.trainBehind(study, TwoTargetsTest::spoiled);
        TargetTraining page = side.trainInPage(study);

        assertThat(child.verdict()).as(child.fault().toString()).isEqualTo(Verdict.WRONG);
        assertThat(child.wrong().orElseThrow()).contains("the loss of step 1");
        assertThat(page.target().backend().id()).isEqualTo("wasm");
        assertThat(page.verdict()).as(page.wrong().toString()).isEqualTo(Verdict.PASS);
        assertThat(page.learnt().losses()).hasSize(NativeTrainings.STEPS);
    }
}
