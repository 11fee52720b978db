package dev.bascule.bridge.dashboard.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

@FuzzTarget
class CronExpressionFuzzTest {
    private static final Instant NOW = Instant.parse("2026-11-24T06:00:00Z");
    /** Where an hour is left out and another comes twice. */
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    @FuzzTest
    void an_expression_is_refused_or_its_times_come_in_order(byte[] data) {
        for (String text : FuzzInput.swollen(FuzzInput.text(data))) {
            Refusals.read(() -> CronExpression.parse(text)).ifPresent(cron -> {
                assertThat(cron).hasToString(text);
                List<Instant> times = cron.after(NOW, ZONE, 5);
                assertThat(times).isSorted().doesNotHaveDuplicates().allMatch(time -> time.isAfter(NOW));
            });
        }
    }
}
