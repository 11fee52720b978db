package dev.bascule.benchmark;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.conformance.CaseReader;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * WebNN graphs a second through Bascule (three workers, isolation, evidence and judging included) against a bare page that
 * builds and checks the same graphs with {@code MLGraphBuilder} one after the other, in the same browser, by turns (ABBA).
 * The graphs are {@link GraphCases} of a seed, in the format of web-platform-tests.
 *
 * <p>A side's clock runs from an open page to the last verdict. The bare page has its cases fetched and parsed and WebNN up
 * before; Bascule has the file parsed before, and writes its pack and starts its workers within.
 *
 * <p>The bare page needs little more than one core, Bascule all that there are. Other load slows Bascule more, so a ratio is
 * worth what the printed load average says. {@code MAVEN_OPTS} should hold the JVM flags that the script {@code bascule} starts
 * its JVM with: without them HotSpot's compiler takes part in each pass.
 *
 * <p>{@code mvn -q -pl test-suites -am -Pbenchmark -DskipTests verify -Dbenchmark=GraphBenchmark}; {@code -Dcases=N} graphs
 * (600), {@code -Dpairs=N} pairs (6; from 4 on the ratio has an interval), {@code -Dseed=N} draws others (42).
 */
public final class GraphBenchmark {
    private GraphBenchmark() {}

    public static void main(String[] arguments) {
        OwnClassPath.tell();
        Optional<BrowserInstallation> browser = ConformanceBenchmark.browser();
        if (browser.isEmpty()) {
            System.out.println("SKIPPED: no Chrome Headless Shell");
            System.exit(0);
        }
        int number = Integer.getInteger("cases", 600);
        long seed = Long.getLong("seed", 42);
        byte[] tests = bytes(number, seed);
        ConformanceCases read = read(tests);
        System.out.printf(
                "%s, %d graphs of seed %d, %d KB (%s)%n",
                browser.get(), read.cases().size(), seed, tests.length / 1000, ConformanceBenchmark.load());
        // What both do the first time is compiled and loaded then.
        measure(browser.get(), read, tests, 1, "(cold)");
        measure(browser.get(), read, tests, Integer.getInteger("pairs", 6), "webnn");
        System.exit(0);
    }

    private static void measure(
            BrowserInstallation browser, ConformanceCases cases, byte[] tests, int pairs, String what) {
        InterleavedRuns.print(what, cases.cases().size(), pairs, new InterleavedRuns.Sides() {
            @Override
            public NaivePage.Pass naive() {
                return NaivePage.graphs(browser, cases.cases(), tests);
            }

            @Override
            public BasculePass bascule(int pair) {
                return BasculePass.run(browser, List.of(Backends.WEBNN), cases, "graphs-" + pair);
            }

            @Override
            public void told(NaivePage.Pass naive, BasculePass bascule) {
                tell(cases.cases(), naive, bascule);
            }
        });
    }

    private static void tell(List<ConformanceCase> cases, NaivePage.Pass naive, BasculePass bascule) {
        System.out.printf(
                "  bare page %.0f graphs/s, %d right; Bascule %.0f graphs/s, %d right, start %.1f s (%s)%n",
                rate(cases, naive.elapsed()),
                cases.size() - naive.problems().size(),
                rate(cases, bascule.elapsed()),
                bascule.right().size(),
                bascule.start().toMillis() / 1000.0,
                ConformanceBenchmark.load());
        List<String> apart = cases.stream()
                .map(ConformanceCase::id)
                .filter(id -> bascule.right().contains(id) == naive.problems().containsKey(id))
                .map(CaseId::name)
                .limit(10)
                .toList();
        if (!apart.isEmpty() || bascule.right().size() < cases.size()) {
            System.out.printf("  not judged alike: %s; %s%n", apart, bascule.verdicts());
            naive.problems().entrySet().stream().limit(5).forEach(problem -> System.out.println("    " + problem));
        }
    }

    private static double rate(List<ConformanceCase> cases, Duration elapsed) {
        return cases.size() / (elapsed.toNanos() / 1e9);
    }

    private static byte[] bytes(int number, long seed) {
        try {
            return Json.MAPPER.writeValueAsBytes(GraphCases.tests(number, seed));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConformanceCases read(byte[] tests) {
        try {
            Path folder = Files.createTempDirectory("bascule-graphs");
            Path file = Files.write(folder.resolve("graphs.json"), tests);
            ConformanceCases read = CaseReader.read(List.of(file));
            Files.delete(file);
            Files.delete(folder);
            if (!read.unreadable().isEmpty()) {
                throw new IllegalStateException(String.valueOf(read.unreadable().get(0)));
            }
            // In the order of the file, which is the bare page's.
            return new ConformanceCases(
                    read.cases().stream()
                            .sorted(Comparator.comparingInt(GraphBenchmark::number))
                            .toList(),
                    List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int number(ConformanceCase one) {
        return Integer.parseInt(one.id().name().substring("graph_".length()));
    }
}
