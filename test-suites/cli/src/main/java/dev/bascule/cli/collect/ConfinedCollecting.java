package dev.bascule.cli.collect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.process.ChildJvm;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.fallback.text.Durations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Collects under one confinement after the other, each in a process of Bascule of its own that is started confined: its
 * children and browsers inherit that, and its fingerprint of the machine tells it. What is left of the time is shared out evenly.
 *
 * @param words of the command line as typed
 * @param limit when to end at the latest, about
 */
record ConfinedCollecting(CliContext context, List<String> words, Duration limit, List<Confinement> confinements) {
    private static final String MAIN = "dev.bascule.cli.Main";
    private static final Duration FAREWELL = Duration.ofSeconds(60);

    /**
     * What came of one.
     *
     * @param document that its process wrote; empty where there was none
     * @param why there was none
     */
    private record Came(Confinement confinement, Optional<JsonNode> document, String why, int exit) {}

    ExitCode run(boolean json) {
        Instant deadline = context.clock().instant().plus(limit);
        List<Came> all = new ArrayList<>();
        for (int i = 0; i < confinements.size(); i++) {
            Duration left = Duration.between(context.clock().instant(), deadline);
            Confinement next = confinements.get(i);
            if (left.isNegative() || left.isZero()) {
                all.add(new Came(next, Optional.empty(), "the time is over", 0));
                continue;
            }
            context.console().say("with %s:".formatted(next.words()));
            Came came =
                    context.interrupts().during(() -> collect(next, left.dividedBy(confinements.size() - all.size())));
            all.add(came);
            if (came.exit() == ExitCode.INTERRUPTED.status()
                    || context.interrupts().requested()) {
                break;
            }
        }
        if (json) {
            JsonText.print(context.console(), document(all));
        } else {
            all.forEach(each -> context.console().print(text(each)));
        }
        return all.stream().anyMatch(each -> each.exit() == ExitCode.INTERRUPTED.status())
                ? ExitCode.INTERRUPTED
                : all.stream().anyMatch(each -> each.exit() != 0) ? ExitCode.FAILURES : ExitCode.OK;
    }

    private Came collect(Confinement confinement, Duration length) {
        Confinements.Way way = Confinements.way(
                confinement, command(length), context.environment().getOrDefault("PATH", ""));
        if (way instanceof Confinements.Way.NotHere not) {
            context.console().complain("%s: not here, because %s".formatted(confinement.words(), not.why()));
            return new Came(confinement, Optional.empty(), not.why(), 0);
        }
        Confinements.Way.Line line = (Confinements.Way.Line) way;
        try {
            return started(confinement, line);
        } finally {
            line.group().ifPresent(CpuGroup::close);
        }
    }

    private Came started(Confinement confinement, Confinements.Way.Line line) {
        try {
            // Its standard input stays open as long as this process lives: at its end it ends as well.
            Process process = ChildProcesses.of(line.command())
                    .directory(context.folder().toAbsolutePath().toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            StringBuilder said = new StringBuilder();
            Thread reading = new Thread(() -> read(process, said), "collect-output");
            reading.start();
            int exit = ended(process);
            reading.join();
            return came(confinement, said.toString(), exit);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.NOTHING_RAN, "collecting with %s did not start".formatted(confinement.words()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Came(confinement, Optional.empty(), "interrupted", ExitCode.INTERRUPTED.status());
        }
    }

    private static void read(Process process, StringBuilder said) {
        try {
            said.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It is gone, and its exit status tells how.
            said.setLength(0);
        }
    }

    /** Asked to stop, it asks the process, which keeps what it has. */
    private static int ended(Process process) throws InterruptedException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            if (!process.waitFor(FAREWELL.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return ExitCode.INTERRUPTED.status();
        }
    }

    private static Came came(Confinement confinement, String said, int exit) {
        try {
            JsonNode document = Json.MAPPER.readTree(said);
            if (document.has("planned")) {
                return new Came(confinement, Optional.of(document), "", exit);
            }
        } catch (JsonProcessingException e) {
            // It ended before it could write one.
            return new Came(confinement, Optional.empty(), "it ended with status " + exit, exit);
        }
        return new Came(confinement, Optional.empty(), "it ended with status " + exit, exit);
    }

    /** This line once more, without what is done by then. */
    private List<String> command(Duration length) {
        List<String> line = new ArrayList<>(List.of(
                ChildJvm.executable().toString(), ParentWatch.option(), "-cp", ChildJvm.classPath(List.of()), MAIN));
        line.addAll(without(words));
        line.addAll(List.of("--hours", Double.toString(length.toMillis() / 3.6e6), "--json"));
        return line;
    }

    /** Without the options that this process sees to, whether their values are words of their own or not. */
    static List<String> without(List<String> words) {
        List<String> seen = List.of("--processors", "--cpu-quota", "--hours");
        List<String> left = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (seen.contains(word)) {
                i++;
            } else if (!word.equals("--json") && seen.stream().noneMatch(one -> word.startsWith(one + "="))) {
                left.add(word);
            }
        }
        return left;
    }

    private static Map<String, @Nullable Object> document(List<Came> all) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", CollectDocument.SCHEMA_VERSION);
        document.put("confined", all.stream().map(ConfinedCollecting::document).toList());
        return document;
    }

    private static Map<String, @Nullable Object> document(Came came) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("processors", came.confinement() instanceof Confinement.Processors some ? some.count() : null);
        part.put("cpuQuota", came.confinement() instanceof Confinement.Quota some ? some.processors() : null);
        part.put("reason", came.document().isPresent() ? null : came.why());
        part.put("collected", came.document().orElse(null));
        return part;
    }

    private static String text(Came came) {
        if (came.document().isEmpty()) {
            return "with %s: nothing, because %s".formatted(came.confinement().words(), came.why());
        }
        JsonNode document = came.document().get();
        int left = document.path("planned").path("configurations").asInt();
        String end = document.path("end").asText();
        return end.equals("dry-run")
                ? "with %s: %d left to measure, about %s"
                        .formatted(
                                came.confinement().words(),
                                left,
                                Durations.about(Duration.ofSeconds(
                                        document.path("planned").path("seconds").asLong())))
                : "with %s: %d were left to measure; %d cells in %d runs, %d failed; %s"
                        .formatted(
                                came.confinement().words(),
                                left,
                                document.path("cells").asInt(),
                                document.path("runs").size(),
                                document.path("failedCells").asInt(),
                                end);
    }
}
