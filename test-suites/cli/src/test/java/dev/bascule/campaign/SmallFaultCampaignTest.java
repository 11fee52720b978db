package dev.bascule.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A campaign of a few faults. */
@Tag("browser")
@Tag("native")
@Tag("full")
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class SmallFaultCampaignTest {
    private static final long SEED = 20261124;

    @Test
    void a_few_faults_cost_no_more_than_what_they_hit(@TempDir Path folder) throws Exception {
        CampaignPlace place = CampaignPlace.in(folder, List.of("mobilenet-micro"), "cpu,wasm");
        FaultCampaign campaign = new FaultCampaign(
                place, SEED, EnumSet.of(FaultKind.RENDERER_CRASH, FaultKind.CHILD_KILLED), text -> {});
        CampaignTally tally = campaign.run(4, Duration.ofMinutes(8));
        assertThat(tally.violations()).isEmpty();
        assertThat(tally.hit()).as(tally.table()).isPositive();
    }
}
