package dev.bascule.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.suites.setting.Risk;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("attack")
class DashboardCatalogTest {
    @Test
    void a_job_from_the_dashboard_can_make_no_setting_that_needs_trust() {
        assertThat(DashboardCatalog.SETTINGS).isNotEmpty().allMatch(key -> key.risk() == Risk.HARMLESS);
    }
}
