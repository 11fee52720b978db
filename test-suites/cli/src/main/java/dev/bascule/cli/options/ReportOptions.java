package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a run is kept, and what is written and printed of it. */
public final class ReportOptions {
    private final Flags flags = new Flags();
    private boolean listNamed;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(Keys.OUT, "Folder for the reports (default: .bascule/reports/RUN).")
                .add(
                        Keys.TEMPLATE,
                        "Folder with a theme.css, or with templates (*.jte) that take the place of parts of the HTML report (needs"
                                + " a JDK). Templates are code that runs with your rights: name only folders that you trust.");
    }

    @Option(
            names = "--reporter",
            paramLabel = "NAME[=PATH],…",
            description = "list (the matrix on stdout), github (annotations on stderr), json, md, html, csv, junit,"
                    + " pdf (printed by a browser of the Chromium family);"
                    + " =PATH names a file or folder, else it goes to the folder of the run (default: list)."
                    + " run.json, the Markdown and the HTML report are always written there.")
    void reporter(String text) {
        flags.add(Keys.REPORTER, "--reporter", text);
        listNamed |= List.of(text.split("\\s*,\\s*", -1)).contains("list");
    }

    public Flags flags() {
        Flags all = new Flags();
        all.addAll(store.flags());
        all.addAll(flags);
        return all;
    }

    /** Whether the matrix on stdout was asked for by name, and is not only what is usual. */
    public boolean listNamed() {
        return listNamed;
    }

    /** Whether stdout gets one JSON document. */
    public boolean json() {
        return json.wanted();
    }
}
