package dev.bascule.app.orders;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.target.Browser;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether a worker's result has each cell that its job asked for, once. Stateless. */
final class WholeCells {
    private WholeCells() {}

    private record Cell(String caseId, String chain, Optional<String> browser) {}

    /**
     * What is amiss, in words; empty where nothing is. A cell whose browser never came up names none, so that of such it is only
     * counted that there are enough.
     *
     * @param asked the cases
     * @param chains of each case
     * @param of the asked case that a cell is of
     */
    static Optional<String> amiss(
            List<CaseRun> runs, List<String> asked, List<String> chains, Function<CaseRun, String> of) {
        Set<Cell> seen = new HashSet<>();
        for (CaseRun run : runs) {
            Cell cell = new Cell(run.caseId().toString(), words(run.chain()), browser(run));
            boolean known = cell.browser().isPresent() || run.chain().first().side() != Side.BROWSER;
            if (known && !seen.add(cell)) {
                return Optional.of("it has %s on %s twice".formatted(cell.caseId(), cell.chain()));
            }
        }
        long browsers = seen.stream()
                .flatMap(cell -> cell.browser().stream())
                .distinct()
                .count();
        Map<List<String>, Long> counts = runs.stream()
                .collect(Collectors.groupingBy(
                        run -> List.of(of.apply(run), words(run.chain())), Collectors.counting()));
        Set<String> natives = runs.stream()
                .filter(run -> run.chain().first().side() != Side.BROWSER)
                .map(run -> words(run.chain()))
                .collect(Collectors.toSet());
        for (String one : asked) {
            for (String chain : chains) {
                long least = natives.contains(chain) ? 1 : Math.max(1, browsers);
                if (counts.getOrDefault(List.of(one, chain), 0L) < least) {
                    return Optional.of("it lacks %s on %s".formatted(one, chain));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> browser(CaseRun run) {
        return run.decisive().target().browser().map(WholeCells::words);
    }

    private static String words(Browser browser) {
        return browser.name() + " " + browser.version();
    }

    /** As an order has it. */
    static String words(Chain chain) {
        return chain.rungs().stream().map(rung -> rung.id()).collect(Collectors.joining("->"));
    }
}
