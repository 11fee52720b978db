package dev.bascule.fallback.evidence;

import java.util.List;
import java.util.stream.Stream;

/** All rules that a claim is held against. Stateless. */
final class Consistency {
    private static final List<ConsistencyRule> RULES = Stream.of(
                    LogRules.ALL, GraphRules.ALL, DeviceRules.ALL, RunnerRules.ALL)
            .flatMap(List::stream)
            .toList();

    private Consistency() {}

    /** What contradicts it, in the order of the rules; empty where nothing does. */
    static List<Contradiction> check(Claim claim, HostView host) {
        return RULES.stream().flatMap(rule -> rule.judge(claim, host).stream()).toList();
    }
}
