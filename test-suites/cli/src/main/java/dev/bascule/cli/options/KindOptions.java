package dev.bascule.cli.options;

import dev.bascule.suites.suite.KindFilter;
import java.util.List;
import picocli.CommandLine.Option;

/** Which models, by what kind they are. */
public final class KindOptions {
    @Option(
            names = "--family",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Only models of these families: embedding, text-generation, vision, audio, multimodal or other.")
    private List<String> families = List.of();

    @Option(
            names = "--task",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Only models with these tasks, such as image-classification; `bascule models` lists them. Of a"
                            + " file that is no built-in model the task is unknown.")
    private List<String> tasks = List.of();

    /** What was asked for; every model where nothing was. */
    public KindFilter filter() {
        return new KindFilter(families, tasks);
    }
}
