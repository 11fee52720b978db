package dev.bascule.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The baseline of conformance: a page takes the cases one after the other, {@code naive.js} those of a backend that are
 * models, {@code graphs.js} graphs of WebNN operators. A trap stops nothing, it goes on with the same engine. Where it stops
 * altogether it is reloaded behind the case it stopped at, as a person would, and the waiting is not counted against it.
 */
final class NaivePage {
    private static final Duration STALL = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(250);

    private NaivePage() {}

    /**
     * One pass over all cases.
     *
     * @param elapsed from the first case's beginning to the last one's end, with the engine loaded before
     * @param problems by case, what was wrong or was thrown; a case that was right has none
     * @param reloads how often the page had stopped
     */
    record Pass(Duration elapsed, Map<CaseId, String> problems, int reloads) {}

    /** @param tests the same cases, as web-platform-tests write them */
    static Pass graphs(BrowserInstallation installation, List<ConformanceCase> cases, byte[] tests) {
        return run(
                installation,
                "/graphs.html",
                cases,
                path -> Optional.of(tests).filter(content -> path.equals("/cases.json")));
    }

    static Pass models(BrowserInstallation installation, Backend backend, List<ConformanceCase> cases) {
        Map<String, Path> folders =
                cases.stream().collect(Collectors.toMap(one -> one.id().name(), ConformanceCase::source));
        byte[] list = list(cases);
        return run(installation, "/naive.html?backend=" + backend.id(), cases, path -> file(path, list, folders));
    }

    private static Pass run(
            BrowserInstallation installation, String address, List<ConformanceCase> cases, BareServer.Files files) {
        try (BareServer server = BareServer.start(files);
                BareBrowser browser = BareBrowser.open(installation)) {
            List<String> problems = new ArrayList<>();
            double millis = 0;
            int reloads = -1;
            while (problems.size() < cases.size()) {
                reloads++;
                browser.page().navigate(server.address(address));
                browser.page().waitForFunction("() => globalThis.ready === true");
                browser.page().evaluate("from => void begin(from)", problems.size());
                JsonNode state = untilItStops(browser);
                state.path("results").forEach(problem -> problems.add(problem.asText("")));
                millis += state.path("elapsedMs").asDouble();
                if (problems.size() < cases.size()) {
                    problems.add("no answer within " + STALL.toSeconds() + " s");
                }
            }
            Map<CaseId, String> wrong = new LinkedHashMap<>();
            for (int i = 0; i < cases.size(); i++) {
                if (!problems.get(i).isEmpty()) {
                    wrong.put(cases.get(i).id(), problems.get(i));
                }
            }
            return new Pass(Duration.ofNanos((long) (millis * 1e6)), wrong, reloads);
        }
    }

    private static JsonNode untilItStops(BareBrowser browser) {
        int ended = -1;
        long since = System.nanoTime();
        while (true) {
            browser.page().waitForTimeout(POLL.toMillis());
            int now = ((Number) browser.page().evaluate("() => state.ended")).intValue();
            if (now != ended) {
                ended = now;
                since = System.nanoTime();
            }
            boolean finished = Boolean.TRUE.equals(browser.page().evaluate("() => state.finished"));
            if (finished || System.nanoTime() - since > STALL.toNanos()) {
                return Json.MAPPER.valueToTree(browser.page().evaluate("() => state"));
            }
        }
    }

    private static Optional<byte[]> file(String path, byte[] list, Map<String, Path> folders) throws IOException {
        if (path.equals("/cases.json")) {
            return Optional.of(list);
        }
        if (!path.startsWith("/cases/")) {
            return Optional.empty();
        }
        String[] parts = path.substring("/cases/".length()).split("/", 2);
        return Optional.of(Files.readAllBytes(folders.get(parts[0]).resolve(parts[1])));
    }

    private static byte[] list(List<ConformanceCase> cases) {
        try {
            return Json.MAPPER.writeValueAsBytes(cases.stream()
                    .map(one -> Map.of(
                            "name", one.id().name(),
                            "inputs", numbers(one.source(), "input"),
                            "outputs", numbers(one.source(), "output")))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The K of every {@code input_K.pb} or {@code output_K.pb} there is. */
    private static List<Integer> numbers(Path folder, String role) {
        try (Stream<Path> files = Files.list(folder.resolve("test_data_set_0"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith(role + "_") && name.endsWith(".pb"))
                    .map(name -> Integer.valueOf(name.substring(role.length() + 1, name.length() - ".pb".length())))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
