package dev.bascule.workers.broker;

import dev.bascule.workers.join.Role;
import java.util.Optional;

/** Knows whose token is good. Asked from the broker's threads, at every session. */
@FunctionalInterface
public interface Admission {

    /** What the holder of this token may do; empty where it is not good, or no longer. */
    Optional<Role> admit(String id, String secret);
}
