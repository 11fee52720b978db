package dev.bascule.app.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.studies.distributed.DataPlan;
import dev.bascule.studies.distributed.DistributedStudy;
import dev.bascule.studies.distributed.FaultKind;
import dev.bascule.studies.distributed.FaultPlan;
import dev.bascule.studies.distributed.FaultReport;
import dev.bascule.studies.distributed.FaultReport.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real ranks, really harmed. */
@Tag("torch-distributed")
@Tag("full")
class HarmedRanksTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private TorchRun engine(String spoiling) throws IOException, InterruptedException {
        Path script = Files.writeString(
                folder.resolve("main.py"), "import torch, rank, comm, data\n%s\nrank.main()\n".formatted(spoiling));
        TorchPython python = TorchPython.find(HostEnvironment.ofProcess(), new SystemCommands())
                .orElseThrow();
        return new TorchRun(python, HostEnvironment.ofProcess(), Optional.of(script));
    }

    private FaultReport faults(String spoiling, FaultKind... kinds) throws IOException, InterruptedException {
        TorchRun engine = engine(spoiling);
        if (Arrays.asList(kinds).contains(FaultKind.LINK_FLAP)) {
            RankNetwork.refuses(HostEnvironment.ofProcess()).ifPresent(why -> Assumptions.abort(why.message()));
        }
        DataPlan plan = new DataPlan(List.of(2), 256, 48, 16, 1, Optional.empty(), Duration.ofSeconds(10), LIMIT);
        return new DistributedStudy(engine, activity -> {})
                .faults(new FaultPlan(plan, List.of(kinds), true, LIMIT), folder);
    }

    @Test
    void a_link_that_is_down_for_a_second_costs_time_and_one_that_stays_down_a_new_start()
            throws IOException, InterruptedException {
        FaultReport report = faults("", FaultKind.LINK_FLAP, FaultKind.LINK_DOWN);

        assertThat(report.rows())
                .allSatisfy(row -> assertThat(row.finding().words()).isEqualTo("the same parameters, bit for bit"))
                .allMatch(Row::holds);
        assertThat(report.rows().get(0).stepsLost()).isEmpty();
        assertThat(report.rows().get(1).stepsLost()).isPresent();
    }

    @Test
    void a_killed_and_a_stalled_rank_cost_a_new_start_and_a_straggler_costs_time()
            throws IOException, InterruptedException {
        List<Row> rows = faults("", FaultKind.KILLED, FaultKind.STALLED, FaultKind.STRAGGLER)
                .rows();

        assertThat(rows)
                .hasSize(3)
                .allSatisfy(row -> assertThat(row.finding().words()).isEqualTo("the same parameters, bit for bit"))
                .allMatch(Row::holds);
        assertThat(rows.subList(0, 2)).allSatisfy(row -> {
            assertThat(row.noticed()).isPresent();
            assertThat(row.stepsLost()).isPresent();
            assertThat(row.outage()).isPresent();
        });
        assertThat(rows.get(2).noticed()).isEmpty();
        assertThat(rows.get(2).stepsLost()).isEmpty();
        assertThat(rows.get(2).longestStep()).isPresent();
    }

    @Test
    void one_rank_goes_on_without_the_other_and_one_of_another_version_is_not_let_in()
            throws IOException, InterruptedException {
        FaultReport report = faults("", FaultKind.VERSION, FaultKind.ELASTIC);

        assertThat(report.rows()).allMatch(Row::holds);
        assertThat(report.rows().get(0).noticed().orElseThrow()).contains("0.0.0+other");
        assertThat(report.rows().get(1).finding().words())
                .contains("bit for bit", "2 workers to step 16 and 1 from there");
    }

    @Test
    void fewer_ranks_that_take_fewer_samples_are_noticed() throws IOException, InterruptedException {
        Row row = faults("""
                        real = data.shares
                        data.shares = lambda batch, ranks, uneven: real(batch if ranks > 1 else batch // 2, ranks, uneven)
                        """, FaultKind.ELASTIC).rows().get(0);

        assertThat(row.finding().broken()).isTrue();
        assertThat(row.finding().words()).contains("off those of all ranks");
    }

    @Test
    void a_rank_of_another_version_that_is_let_in_is_noticed() throws IOException, InterruptedException {
        Row row = faults("rank._versions = lambda store, mine, ranks, version: [version] * ranks", FaultKind.VERSION)
                .rows()
                .get(0);

        assertThat(row.holds()).isFalse();
        assertThat(row.finding().words()).contains("steps were trained with it");
    }
}
