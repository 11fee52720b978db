package dev.bascule.fallback.evidence;

import java.util.Optional;

/**
 * One way in which a claim and what the host knows cannot both be true. Pure.
 *
 * @param name stable, for documents
 * @param check the sentence, where they contradict each other
 */
record ConsistencyRule(String name, Check check) {

    @FunctionalInterface
    interface Check {
        Optional<String> sentence(Claim claim, HostView host);
    }

    Optional<Contradiction> judge(Claim claim, HostView host) {
        return check.sentence(claim, host).map(sentence -> new Contradiction(name, sentence));
    }
}
