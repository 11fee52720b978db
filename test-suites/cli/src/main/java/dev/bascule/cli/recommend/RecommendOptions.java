package dev.bascule.cli.recommend;

import dev.bascule.prediction.recommend.Limit;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What is looked for, within what, and where. */
final class RecommendOptions {
    @Option(
            names = "--task",
            required = true,
            paramLabel = "NAME",
            description =
                    "What the model is to do, such as image-classification; `bascule models` lists the tasks of the"
                            + " built-in ones.")
    String task = "";

    @Option(
            names = "--within",
            required = true,
            paramLabel = "LIMITS",
            description =
                    "What it may take, such as 'memory<=500MB,p95<=50ms': memory (peak of its processes), size (of"
                            + " its files), load (creating a session), and of warm inferences median (or p50), mean, p90, p95, p99.")
    private String within = "";

    @Option(
            names = "--backends",
            paramLabel = "NAME",
            split = ",",
            description = "Only these backends (default: all that anything is known of here).")
    List<String> backends = List.of();

    @Option(
            names = "--browsers",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Of browsers only these, or none (default: all that anything is known of here). Native targets"
                            + " stay.")
    List<String> browsers = List.of();

    @Option(names = "--on", paramLabel = "GLOB", description = "Only targets such as '*wasm*'; may be repeated.")
    List<String> on = List.of();

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "Data of another machine, as `predict --validate --write-data` writes them; may be repeated.")
    List<Path> data = List.of();

    List<Limit> limits() {
        return Limit.parse(within);
    }
}
