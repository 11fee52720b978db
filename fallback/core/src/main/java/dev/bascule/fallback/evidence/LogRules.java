package dev.bascule.fallback.evidence;

import java.util.List;
import java.util.Optional;

/** Whether a log of placements is one that the engine writes. */
final class LogRules {
    static final List<ConsistencyRule> ALL = List.of(
            new ConsistencyRule("log-form", (claim, host) -> form(claim)),
            new ConsistencyRule("log-or-profile", (claim, host) -> both(claim)),
            new ConsistencyRule("log-names", LogRules::names),
            new ConsistencyRule("log-records", LogRules::records));

    private LogRules() {}

    private static Optional<String> form(Claim claim) {
        return claim.log().flaws().stream().findFirst().map("the engine does not write such a log: "::concat);
    }

    /** A page has the engine's log, a child its profile; of two records the one would hide the other. */
    private static Optional<String> both(Claim claim) {
        int records = PlacementLog.parse(claim.raw().log()).records();
        return claim.raw().placements().isEmpty() || records == 0
                ? Optional.empty()
                : Optional.of(
                        "the runner brings a list of placements beside the engine's log, which has a record of its own");
    }

    /** Whoever names a node may write whole lines into the engine's own log. */
    private static Optional<String> names(Claim claim, HostView host) {
        return claim.log().records() == 0
                ? Optional.empty()
                : host.graph()
                        .flatMap(GraphFacts::breakingName)
                        .map(name ->
                                ("the model has a name with a line break or a control character (%s), with which it can "
                                                + "write lines of its own into the engine's log")
                                        .formatted(shown(name)));
    }

    private static String shown(String name) {
        String plain = name.replaceAll("\\p{Cntrl}", "?");
        return "'" + (plain.length() > 40 ? plain.substring(0, 40) + "..." : plain) + "'";
    }

    /** One record for each graph: the main one, and each body. */
    private static Optional<String> records(Claim claim, HostView host) {
        int records = claim.log().records();
        return host.graph()
                .filter(graph -> !graph.expands() && records > 1 + graph.subgraphs())
                .map(graph -> "the log has %d records of placements, the model only %d"
                                .formatted(records, 1 + graph.subgraphs())
                        + (graph.subgraphs() == 0 ? " graph" : " graphs"));
    }
}
