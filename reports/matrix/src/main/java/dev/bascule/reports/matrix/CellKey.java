package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.target.Target;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which cell of the matrix a case run belongs in. Runs of the same model and settings share a row whatever suite they were
 * in; runs in the same browser (by major version), engine and chain share a column. Which of a native backend's devices was
 * asked for is the one setting that tells where, not what: it belongs to the column.
 *
 * @param row key of the row
 * @param column key of the column, the machine left out
 */
public record CellKey(String row, String column) {
    private static final String DEVICE = "device";

    public static CellKey of(CaseRun run) {
        return new CellKey(
                String.join(
                        "|",
                        run.model().name(),
                        run.model().sha256(),
                        run.caseId().name(),
                        settings(run).toString()),
                column(run));
    }

    /** A case's settings, without what its column says. */
    public static SortedMap<String, String> settings(CaseRun run) {
        SortedMap<String, String> settings = new TreeMap<>(run.caseId().settings());
        settings.remove(DEVICE);
        return settings;
    }

    /** The device that was named, from 0; empty where none was, and in browsers, where none can be. */
    public static Optional<String> device(CaseRun run) {
        return run.chain().first().side() == Side.NATIVE
                ? Optional.ofNullable(run.caseId().settings().get(DEVICE))
                : Optional.empty();
    }

    /** A chain may cross browsers; it stands under the one of its first rung. */
    private static String column(CaseRun run) {
        Target first = run.attempts().get(0).target();
        String index = device(run).map(named -> "|" + named).orElse("");
        return run.chain().isStrict()
                ? column(first) + index
                : column(first, run.chain().toString()) + index;
    }

    /** The column, the machine left out, of a target that was asked for by itself, none of its devices named. */
    public static String column(Target target) {
        return column(target, target.backend().id()) + "|"
                + target.deviceType().name().toLowerCase(Locale.ROOT);
    }

    private static String column(Target first, String chain) {
        return where(first) + "|" + first.engine().name() + "|" + chain;
    }

    /** The backend as columns name it: WebNN is a way to any device, so its name alone does not say which; the others' does. */
    public static String backend(Target target) {
        String id = target.backend().id();
        return target.backend().equals(Backends.WEBNN)
                ? id + " " + target.deviceType().name().toLowerCase(Locale.ROOT)
                : id;
    }

    /** The browser of the first rung, or {@code native}, or {@code browser} where none was found. */
    public static String where(CaseRun run) {
        return where(run.attempts().get(0).target());
    }

    private static String where(Target first) {
        return first.browser()
                .map(browser -> browser.label())
                .orElse(first.backend().side().name().toLowerCase(Locale.ROOT));
    }
}
