package dev.bascule.workers.broker;

import dev.bascule.workers.join.Role;
import dev.bascule.workers.wire.Link;
import java.util.Set;

/** What carries messages between a coordinator and its members, whoever runs it. Thread-safe. */
public sealed interface Exchange extends AutoCloseable permits Broker, OutsideBroker {
    /** The port that members connect to. */
    int port();

    /** Whether it carries messages now. */
    boolean isUp();

    /** Whether it never will again: one of others that is gone is waited for. */
    boolean isOver();

    /** The coordinator's own connection, which may do everything with the addresses below {@code bascule}. */
    Link link();

    /** Makes the queues of somebody who was let in, where they are not yet. */
    void queues(String id, Role role);

    /** A token was issued, whose secret is known now and never again. */
    void issued(String id, Role role, String secret);

    /** Those of them whom it would not let in, since it has no account of theirs. */
    Set<String> withoutAccount(Set<String> ids);

    /** Takes back the accounts of all but these: at a start, for tokens that were taken back while nobody listened. */
    void keepOnly(Set<String> ids);

    /** Ends each connection of somebody whose token was taken back, as far as that is this process' to do. */
    void cut(String id);

    @Override
    void close();
}
