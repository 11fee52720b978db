package dev.bascule.prediction.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.json.Json;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.CaseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The table that the product brings, and how it is made: {@code -Dbascule.growth=COLLECTED,FRESH}, two histories. */
class MemoryTableTest {
    private static final Path SHIPPED = Path.of("src/main/resources/dev/bascule/prediction/memory/growth.json");

    @Test
    void every_kind_of_the_shipped_table_has_architectures_enough_to_say_what_it_covers() {
        MemoryTable table = MemoryTable.shipped();

        assertThat(table.how()).isNotBlank();
        assertThat(table.samples()).isNotEmpty().allSatisfy(sample -> {
            assertThat(sample.tensorBytes()).isPositive();
            assertThat(sample.ratio()).isLessThan(10);
        });
        assertThat(table.growth()).allSatisfy((kind, models) -> {
            assertThat(TargetKind.parse(kind)).hasToString(kind);
            assertThat(models).hasSizeGreaterThanOrEqualTo(5);
        });
    }

    @Test
    void a_table_of_another_version_or_of_models_that_it_does_not_name_is_refused() {
        assertThatThrownBy(
                        () -> MemoryTable.read(
                                "{\"schemaVersion\":2,\"how\":\"\",\"source\":\"\",\"models\":[],\"growth\":{},\"atLeast\":{}}"))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("version 2");
        assertThatThrownBy(() -> MemoryTable.read("[]")).isInstanceOf(BasculeException.class);
        MemoryTable unnamed = MemoryTable.read("{\"schemaVersion\":1,\"how\":\"\",\"source\":\"\",\"models\":[],"
                + "\"growth\":{\"native cpu\":{\"x\":1}},\"atLeast\":{}}");
        assertThatThrownBy(unnamed::samples)
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("'x'");
    }

    @Test
    @EnabledIfSystemProperty(named = "bascule.growth", matches = ".+,.+", disabledReason = "makes the table anew")
    void is_made_of_a_collected_history_and_one_of_single_runs() throws IOException {
        String[] files = System.getProperty("bascule.growth").split(",", -1);
        List<CaseResult> collected = cells(files[0]);
        List<CaseResult> fresh = cells(files[1]);
        SortedMap<String, MemoryTable.Model> models = new TreeMap<>();
        Set<String> seen = new TreeSet<>();
        ModelResolver resolver = ModelResolver.lenient(
                CacheFolder.of(System.getenv(), Path.of(System.getProperty("user.home"))),
                HubSettings.of(System.getenv()));
        for (CaseResult cell : collected) {
            String name = cell.run().model().name();
            if (!models.containsKey(name) && seen.add(name) && Zoo.model(name).isPresent()) {
                model(resolver, cell.run()).ifPresent(model -> models.put(name, model));
            }
        }
        SortedMap<String, SortedMap<String, Long>> growth = new TreeMap<>();
        SortedMap<String, SortedMap<String, Long>> atLeast = new TreeMap<>();
        // A collector's native CPU also computes references and learns kernels: its process has grown before.
        MeasuredGrowth.of(collected, models.values(), false).stream()
                .filter(sample -> !sample.kind().toString().equals("native cpu"))
                .forEach(sample -> put(sample.atLeast() ? atLeast : growth, sample));
        MeasuredGrowth.of(fresh, models.values(), true)
                .forEach(sample -> put(sample.atLeast() ? atLeast : growth, sample));
        TreeSet<String> used = new TreeSet<>();
        atLeast.values().forEach(each -> used.addAll(each.keySet()));
        growth.values().forEach(each -> used.addAll(each.keySet()));
        models.keySet().retainAll(used);
        String source = collected.stream()
                .flatMap(cell -> cell.run().decisive().measured().memory().stream())
                .map(memory -> memory.source())
                .findFirst()
                .orElse("");
        MemoryTable table = new MemoryTable(
                MemoryTable.VERSION,
                "peak less what was resident before the run's first model on the target, Linux x86-64, 2 logical processors,"
                        + " 28 November 2026; browsers and OpenVINO: bascule collect, micro models first, what earlier models left"
                        + " behind counted, at least the growth beyond it where that was more than three times the tensors and 48 MiB; native CPU: one bascule run for each model, over the least of all runs' first readings, references"
                        + " that the process computed counted",
                source,
                List.copyOf(models.values()),
                growth,
                atLeast);
        Files.createDirectories(SHIPPED.getParent());
        Files.writeString(SHIPPED, Json.pretty(table) + "\n");
        growth.forEach((kind, each) -> System.out.println(kind + " " + each.size()));
        MemoryBounds bounds = MemoryBounds.of(table.samples());
        table.samples().stream()
                .filter(sample -> sample.ratio() > 3)
                .forEach(sample -> System.out.printf("%s %.2f%n", sample, sample.ratio()));
        assertThat(bounds.kinds()).isNotEmpty();
    }

    private static void put(Map<String, SortedMap<String, Long>> growth, MemorySample sample) {
        growth.computeIfAbsent(sample.kind().toString(), kind -> new TreeMap<>())
                .merge(sample.model(), sample.growthBytes(), Math::max);
    }

    private static List<CaseResult> cells(String file) {
        try (DuckDbHistory history = DuckDbHistory.open(Path.of(file))) {
            return history.latestCells(RunFilter.ALL);
        }
    }

    private static Optional<MemoryTable.Model> model(ModelResolver resolver, CaseRun run) {
        String name = run.model().name();
        MemoryNeed need =
                MemoryNeed.of(resolver.resolve("zoo:" + name, Path.of("")).inspection(), Map.of());
        String inputs = run.conditions().map(each -> each.inputs().shapes()).orElse("");
        if (need.estimate().isEmpty() || !sorted(need.inputs()).equals(sorted(inputs))) {
            System.out.println("left out " + name + ": " + inputs + " is not " + need.inputs());
            return Optional.empty();
        }
        return Optional.of(new MemoryTable.Model(
                name,
                run.model().sha256(),
                inputs,
                HistoryData.architecture(name),
                need.estimate().get().total()));
    }

    private static List<String> sorted(String inputs) {
        return List.of(inputs.split(", ", -1)).stream().sorted().toList();
    }
}
