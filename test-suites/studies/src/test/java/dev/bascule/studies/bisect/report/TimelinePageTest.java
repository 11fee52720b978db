package dev.bascule.studies.bisect.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.reports.format.HtmlText;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectLimits;
import dev.bascule.studies.bisect.BisectPlan;
import dev.bascule.studies.bisect.BisectPlan.Side;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectResult;
import dev.bascule.studies.bisect.BisectResult.Ending;
import dev.bascule.studies.bisect.LineResult;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.Seen;
import dev.bascule.studies.bisect.Tally;
import dev.bascule.studies.bisect.VersionLine;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.studies.bisect.VersionState;
import dev.bascule.studies.bisect.What;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimelinePageTest {
    private static final String ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)> & &lt;";

    @Test
    void names_versions_and_reasons_from_outside_are_never_markup() {
        String page = TimelinePage.of(report("1.0 " + ATTACK, "1.1 " + ATTACK));

        assertThat(page)
                .doesNotContain("<script", "<img", "onerror=alert(2)> & ")
                .contains(
                        "<b>1.0 %s</b>".formatted(HtmlText.escaped(ATTACK)),
                        "<b>1.1 %s</b>".formatted(HtmlText.escaped(ATTACK)),
                        "with browser " + HtmlText.escaped(ATTACK),
                        "<title>Since when: model " + HtmlText.escaped(ATTACK),
                        "nothing of it: " + HtmlText.escaped(ATTACK),
                        "<code>again %s</code>".formatted(HtmlText.escaped(ATTACK)),
                        "<pre>bisect %s</pre>".formatted(HtmlText.escaped(ATTACK)));
    }

    private static BisectReport report(String good, String bad) {
        String silent = "1.2 " + ATTACK;
        VersionLine line = new VersionLine(Axis.ENGINE, List.of(good, bad, silent), good, silent);
        String browser = "browser " + ATTACK;
        VersionPair pair = new VersionPair(good, browser);
        Seen seen = Seen.of("PASS");
        LineResult found = new LineResult(
                line,
                pair,
                Map.of(
                        good,
                        new VersionState.Good(new Tally(List.of(new ProbeState.Good(seen)))),
                        bad,
                        new VersionState.Bad(new Tally(List.of(new ProbeState.Bad(Seen.of("WRONG"))))),
                        silent,
                        new VersionState.CannotSay("nothing of it: " + ATTACK)));
        return new BisectReport(
                CaseId.parse("local:model.onnx:default"),
                "model " + ATTACK,
                "webgpu",
                What.WRONG,
                Optional.empty(),
                new BisectPlan(
                        new Side.Line(line), new Side.Fixed(browser), false, BisectLimits.usual(Duration.ofMinutes(1))),
                new BisectResult(
                        new Ending.Found(), Optional.empty(), List.of(found), Map.of(), Optional.of("why " + ATTACK)),
                Optional.empty(),
                Map.of(pair, "again " + ATTACK),
                Optional.empty(),
                Instant.EPOCH,
                Duration.ofSeconds(1),
                "bisect " + ATTACK);
    }
}
