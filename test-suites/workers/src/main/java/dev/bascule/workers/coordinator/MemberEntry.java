package dev.bascule.workers.coordinator;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.join.Role;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who was let in. Immutable.
 *
 * @param secret SHA-256 of the token's secret
 */
record MemberEntry(
        String id,
        Role role,
        String secret,
        Instant invited,
        Optional<Inventory> inventory,
        Optional<Instant> joined,
        Optional<Instant> heard,
        boolean revoked) {

    MemberEntry seen(Inventory now, Instant at) {
        return new MemberEntry(
                id,
                role,
                secret,
                invited,
                Optional.of(now),
                joined.or(() -> Optional.of(at)),
                Optional.of(at),
                revoked);
    }

    MemberEntry heardAt(Instant at) {
        return new MemberEntry(id, role, secret, invited, inventory, joined, Optional.of(at), revoked);
    }

    /** In a time that tells nothing of it. */
    boolean isSecret(String shown) {
        return MessageDigest.isEqual(
                secret.getBytes(StandardCharsets.UTF_8), hash(shown).getBytes(StandardCharsets.UTF_8));
    }

    static String hash(String secret) {
        return Sha256.of(secret.getBytes(StandardCharsets.UTF_8));
    }

    MemberEntry takenBack() {
        return new MemberEntry(id, role, secret, invited, inventory, joined, heard, true);
    }
}
