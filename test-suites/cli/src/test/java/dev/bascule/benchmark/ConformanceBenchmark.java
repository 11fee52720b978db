package dev.bascule.benchmark;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.playwright.PlaywrightHosts;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.ValueType;
import dev.bascule.studies.conformance.CaseReader;
import dev.bascule.studies.conformance.CaseSelection;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.cases.DataSet;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Cases per second through Bascule (three workers, isolation, evidence and judging included) against {@link NaivePage}, on
 * the same cases in the same browser, interleaved (ABBA), and what each side got right. First of all the whole of wasm, WebNN
 * and native CPU, everything cold, with reading the cases and starting browsers and runners.
 *
 * <p>A side's clock runs from an open page to the last verdict. The naive page has its engine compiled and its server told
 * what files there are before; Bascule has the case files parsed before, as it parses them once for all columns, and that
 * time is printed. Only cases whose every tensor the naive page can parse take part: no sequences, no optionals, no bfloat16,
 * no eight-bit floats, no four-bit integers.
 *
 * <p>{@code mvn -q -pl test-suites -am -Pbenchmark -DskipTests verify -Dbenchmark=ConformanceBenchmark}, on 2 cores about
 * three minutes; {@code -Dsample=N} draws so many cases, {@code -Dpairs=N} runs so many pairs (2; from 4 on the ratio has an
 * interval), {@code -Dbackends=wasm} leaves WebNN out, {@code -Dbascule.corpora=DIR} is where {@code onnx-node} lies.
 */
public final class ConformanceBenchmark {
    /** An engine that trapped, at that case or at an earlier one. */
    private static final Pattern TRAP = Pattern.compile(
            "RuntimeError|Aborted\\(|unreachable|out of bounds|null function|table index|call stack size");

    private static final Set<DType> PARSED = EnumSet.complementOf(EnumSet.of(
            DType.BFLOAT16,
            DType.FLOAT8E4M3FN,
            DType.FLOAT8E4M3FNUZ,
            DType.FLOAT8E5M2,
            DType.FLOAT8E5M2FNUZ,
            DType.UINT4,
            DType.INT4));

    private ConformanceBenchmark() {}

    public static void main(String[] arguments) {
        OwnClassPath.tell();
        Optional<Path> corpus = corpus();
        Optional<BrowserInstallation> browser = browser();
        if (corpus.isEmpty() || browser.isEmpty()) {
            System.out.println("SKIPPED: "
                    + (corpus.isEmpty() ? "no onnx-node in -Dbascule.corpora" : "no Chrome Headless Shell"));
            System.exit(0);
        }
        System.out.println(browser.get() + " " + load());
        whole(corpus.get(), browser.get());
        List<ConformanceCase> all = read(corpus.get()).cases();
        List<ConformanceCase> cases =
                all.stream().filter(ConformanceBenchmark::isForBoth).toList();
        System.out.printf("%d of %d cases are such as the naive page can parse%n", cases.size(), all.size());
        for (String backend : System.getProperty("backends", Backends.WASM.id() + "," + Backends.WEBNN.id())
                .split(",", -1)) {
            compare(Backends.installed().require(backend), browser.get(), cases);
        }
        System.exit(0);
    }

    private static Optional<Path> corpus() {
        return Stream.of(System.getProperty("bascule.corpora", "../shared/corpora"))
                .map(folder -> Path.of(folder, "onnx-node"))
                .filter(Files::isDirectory)
                .findFirst();
    }

    /** The one that has WebNN on every machine. */
    static Optional<BrowserInstallation> browser() {
        return BrowserDiscovery.ofThisMachine().find().browsers().stream()
                .filter(found -> found.family() == BrowserFamily.CHROME_HEADLESS_SHELL)
                .filter(PlaywrightHosts::canDrive)
                .findFirst();
    }

    private static ConformanceCases read(Path corpus) {
        long start = System.nanoTime();
        ConformanceCases read = CaseReader.read(List.of(corpus));
        double seconds = seconds(Duration.ofNanos(System.nanoTime() - start));
        System.out.printf(
                "reading %d cases: %.2f s, once for all columns%n", read.cases().size(), seconds);
        Optional<Integer> sample = Optional.ofNullable(Integer.getInteger("sample"));
        return new CaseSelection(List.of(), sample, Optional.empty(), false, 42)
                .from(read)
                .cases();
    }

    private static void whole(Path corpus, BrowserInstallation browser) {
        long start = System.nanoTime();
        ConformanceCases cases = read(corpus);
        BasculePass pass = BasculePass.run(
                browser, List.of(Backends.WASM, Backends.WEBNN, Backends.NATIVE_CPU), cases, "conformance");
        Duration wall = Duration.ofNanos(System.nanoTime() - start);
        System.out.printf(
                "%d cases on wasm + webnn + native CPU, reading and starts included: %.1f s (%s)%n",
                cases.cases().size(), seconds(wall), load());
        pass.activities().forEach((what, took) -> System.out.printf("  %-40s %6.2f s%n", what, seconds(took)));
        pass.verdicts().forEach((column, counts) -> System.out.printf("  %-40s %s%n", column, counts));
    }

    private static boolean isForBoth(ConformanceCase one) {
        ModelInspection model =
                OnnxModelFile.open(one.source().resolve("model.onnx")).inspect();
        DataSet set = one.sets().get(0);
        // An optional's file is another message than a tensor's, even where the optional holds a tensor.
        return Stream.concat(model.inputs().stream(), model.outputs().stream())
                        .allMatch(port -> port.type() instanceof ValueType.TensorType)
                && Stream.of(set.inputs(), set.expected())
                        .map(Map::values)
                        .flatMap(Collection::stream)
                        .allMatch(value -> value instanceof Value.One only
                                && PARSED.contains(only.tensor().dtype()));
    }

    private static void compare(Backend backend, BrowserInstallation browser, List<ConformanceCase> cases) {
        ConformanceCases both = new ConformanceCases(cases, List.of());
        InterleavedRuns.print(backend.id(), cases.size(), Integer.getInteger("pairs", 2), new InterleavedRuns.Sides() {
            @Override
            public NaivePage.Pass naive() {
                return NaivePage.models(browser, backend, cases);
            }

            @Override
            public BasculePass bascule(int pair) {
                return BasculePass.run(browser, List.of(backend), both, "pair-" + pair);
            }

            @Override
            public void told(NaivePage.Pass naive, BasculePass bascule) {
                tell(backend, cases, naive, bascule);
            }
        });
    }

    private static void tell(Backend backend, List<ConformanceCase> cases, NaivePage.Pass naive, BasculePass bascule) {
        Map<CaseId, String> lost = new TreeMap<>(naive.problems());
        lost.keySet().retainAll(bascule.right());
        Map<CaseId, String> traps = new TreeMap<>(naive.problems());
        traps.values().removeIf(words -> !TRAP.matcher(words).find());
        long poisoned =
                traps.keySet().stream().filter(bascule.right()::contains).count();
        List<String> byBascule = cases.stream()
                .map(ConformanceCase::id)
                .filter(id -> !bascule.right().contains(id) && !naive.problems().containsKey(id))
                .map(CaseId::name)
                .toList();
        System.out.printf(
                "%-6s naive %.1f cases/s, %d right, %d reloads; Bascule %.1f cases/s, %d right, start %.1f s (%s)%n",
                backend.id(),
                cases.size() / seconds(naive.elapsed()),
                cases.size() - naive.problems().size(),
                naive.reloads(),
                cases.size() / seconds(bascule.elapsed()),
                bascule.right().size(),
                seconds(bascule.start()),
                load());
        System.out.printf(
                "       naive page: %d cases trapped, %d of them right through Bascule (poisoned by another's trap)%n",
                traps.size(), poisoned);
        System.out.printf(
                "       right through Bascule only: %d %s; on the naive page only: %d %s%n",
                lost.size(),
                first(lost.keySet().stream().map(CaseId::name)),
                byBascule.size(),
                first(byBascule.stream()));
        System.out.printf("       what Bascule says of them: %s%n", bascule.verdicts());
    }

    private static List<String> first(Stream<String> names) {
        return names.limit(10).toList();
    }

    static String load() {
        return "load average %.1f"
                .formatted(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
