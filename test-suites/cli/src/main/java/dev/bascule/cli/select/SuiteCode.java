package dev.bascule.cli.select;

import static dev.bascule.cli.select.CodeText.quoted;

import dev.bascule.studies.select.Candidate;
import dev.bascule.studies.select.Configuration;
import dev.bascule.suites.suite.SuiteModel;
import java.util.ArrayList;
import java.util.List;

/** A suite for {@code bascule run}. Stateless. */
final class SuiteCode {
    private SuiteCode() {}

    static String of(Candidate chosen, SuiteModel model, String why) {
        List<String> lines = new ArrayList<>();
        Configuration configuration = chosen.configuration();
        lines.add("# " + CodeText.comment(why));
        chosen.browser()
                .ifPresent(browser -> lines.add("# In its browser: bascule run FILE --browsers " + browser
                        + configuration
                                .build()
                                .map(build -> " --build " + build)
                                .orElse("")));
        lines.add("name: selected");
        lines.add("models:");
        lines.add("  - model: " + quoted(model.reference()));
        lines.add("    name: " + quoted(model.name()));
        lines.add("settings:");
        lines.add("  threads: " + chosen.threads());
        lines.add("  batch: " + chosen.batch());
        configuration.graph().ifPresent(level -> lines.add("  graphOptimization: " + level.word()));
        configuration.precision().ifPresent(precision -> lines.add("  precision: " + precision.word()));
        if (configuration.noArena()) {
            lines.add("  arena: off");
        }
        if (configuration.parallel()) {
            lines.add("  executionMode: parallel");
        }
        lines.add("targets: [" + chosen.target().backend().id() + "]");
        lines.add("chains: []");
        return String.join("\n", lines);
    }
}
