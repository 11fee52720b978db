package dev.bascule.cli.simulate;

import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.record.RunRecording;
import dev.bascule.scheduling.simulate.forecast.ForecastCheck;
import dev.bascule.scheduling.simulate.replay.Replay;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Simulations beside real runs, for people and as documents. Stateless. */
final class HeldToReality {
    private HeldToReality() {}

    static RecordedRun record(Path file) {
        try (Reader lines = new InputStreamReader(InputFile.stream(file), StandardCharsets.UTF_8.newDecoder())) {
            return RunRecording.read(lines, file.toString());
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.RECORD_INVALID,
                    "the record '%s' cannot be read: %s".formatted(file, FileErrorText.why(e)));
        }
    }

    static String text(RecordedRun run, List<Replay.Held> held) {
        TextTable table = new TextTable("WHAT", "RECORDED", "SIMULATED", "APART BY", "BOUND", "");
        for (Replay.Held each : held) {
            table.row(
                    each.name(),
                    SimulateText.number(each.recorded()) + " s",
                    SimulateText.number(each.simulated()) + " s",
                    each.error().isPresent() ? percent(each.error().getAsDouble()) : "-",
                    SimulateText.number(each.bound()) + " s",
                    each.holds() ? "holds" : "MISSES");
        }
        return "%s %s by %s, %d jobs on %d workers, simulated again from its record:\n\n%s%s"
                .formatted(
                        SimulateText.HEADING,
                        run.workload(),
                        run.policy(),
                        run.attempts().size(),
                        run.workers().size(),
                        table,
                        run.lost() == 0
                                ? ""
                                : "\n%d attempts failed or were lost in the real run; they are not simulated.\n"
                                        .formatted(run.lost()));
    }

    static Map<String, Object> document(RecordedRun run, List<Replay.Held> held) {
        Map<String, Object> document = SimulateDocument.head("replay");
        document.put("workload", run.workload());
        document.put("policy", run.policy());
        document.put("jobs", run.attempts().size());
        document.put("workers", run.workers().size());
        document.put("lostAttempts", run.lost());
        document.put("passed", held.stream().allMatch(Replay.Held::holds));
        document.put("held", held.stream().map(HeldToReality::held).toList());
        return document;
    }

    private static Map<String, Object> held(Replay.Held held) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", held.name());
        map.put("recordedSeconds", held.recorded());
        map.put("simulatedSeconds", held.simulated());
        map.put("boundSeconds", held.bound());
        map.put("error", held.error().isPresent() ? Optional.of(held.error().getAsDouble()) : Optional.empty());
        map.put("holds", held.holds());
        return map;
    }

    static String text(ForecastCheck check) {
        TextTable gains = new TextTable("WORKLOAD", "POLICY", "FORECAST GAIN", "REAL GAIN", "");
        check.gains()
                .forEach(each -> gains.row(
                        each.workload(),
                        each.policy(),
                        percent(each.forecast().mean()),
                        percent(each.real()),
                        each.holds() ? "within 5 points" : "MISSES"));
        StringBuilder text = new StringBuilder("A forecast, which was simulated, beside real runs:\n\n").append(gains);
        check.orders()
                .forEach(each -> text.append("%s: %s before %s %s\n"
                        .formatted(
                                each.workload(),
                                each.sooner(),
                                each.later(),
                                each.holds() ? "as forecast" : "was forecast, and came otherwise: MISSES")));
        check.simulatedOnly()
                .forEach(each -> text.append("simulated only: ").append(each).append('\n'));
        return text.append(check.gains().isEmpty() ? "No real run of what was forecast is among the records." : "")
                .toString()
                .stripTrailing();
    }

    static Map<String, Object> document(ForecastCheck check) {
        Map<String, Object> document = SimulateDocument.head("check");
        document.put("passed", check.holds());
        document.put(
                "gains",
                check.gains().stream()
                        .map(each -> Map.of(
                                "workload", each.workload(),
                                "policy", each.policy(),
                                "forecast", SimulateDocument.spread(each.forecast()),
                                "real", each.real(),
                                "holds", each.holds()))
                        .toList());
        document.put(
                "orders",
                check.orders().stream()
                        .map(each -> Map.of(
                                "workload", each.workload(),
                                "sooner", each.sooner(),
                                "later", each.later(),
                                "holds", each.holds()))
                        .toList());
        document.put("simulatedOnly", check.simulatedOnly());
        return document;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    }
}
