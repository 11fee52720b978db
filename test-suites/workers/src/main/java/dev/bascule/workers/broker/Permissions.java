package dev.bascule.workers.broker;

import dev.bascule.workers.join.Role;
import dev.bascule.workers.wire.Wire;
import java.util.Set;
import org.apache.activemq.artemis.core.security.CheckType;

/**
 * What each role may do in the broker: a worker reports, and reads what is sent to it; a submitter asks and uploads, and reads its
 * answers. Nobody makes queues, browses or manages. Stateless.
 */
final class Permissions {
    private Permissions() {}

    /** @param address where; with {@code ::queue} where the broker tells */
    static boolean allow(Role role, String id, CheckType what, String address) {
        int at = address.indexOf("::");
        String place = at < 0 ? address : address.substring(0, at);
        if (at >= 0 && !address.substring(at + 2).equals(place)) {
            return false;
        }
        return switch (what.name()) {
            case "SEND" -> mayWrite(role).contains(place);
            case "CONSUME" -> mayRead(role, id).contains(place);
            default -> false;
        };
    }

    static Set<String> mayWrite(Role role) {
        return switch (role) {
            case WORKER -> Set.of(Wire.REPORTS);
            case SUBMITTER -> Set.of(Wire.ASKS, Wire.UPLOADS);
        };
    }

    static Set<String> mayRead(Role role, String id) {
        return switch (role) {
            case WORKER -> Set.of(Wire.orders(id), Wire.told(id), Wire.blobs(id));
            case SUBMITTER -> Set.of(Wire.told(id));
        };
    }
}
