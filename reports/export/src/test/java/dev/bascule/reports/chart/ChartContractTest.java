package dev.bascule.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.reports.export.Reporters;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

/**
 * Java writes the charts' data, TypeScript draws it: this file is what the one wrote and the other's tests draw. To bring it
 * up to date, run with {@code -Dbascule.approve=true}.
 */
class ChartContractTest {
    private static final Path FILE = Path.of("web/test/showcase-charts.json");

    @Test
    void the_charts_of_the_showcase_are_those_that_the_script_is_tested_with() throws Exception {
        String page = Reporters.find("html").orElseThrow().render(ShowcaseRun.record());
        String data = Jsoup.parse(page).getElementById("charts").data();
        ObjectMapper json = new ObjectMapper();
        if (Boolean.getBoolean("bascule.approve")) {
            Files.writeString(FILE, json.readTree(data).toString().replace("},\"chart-", "},\n\"chart-") + "\n");
        }
        assertThat(json.readTree(data)).isEqualTo(json.readTree(Files.readString(FILE)));
    }
}
