package dev.bascule.workers.coordinator;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.broker.Admission;
import dev.bascule.workers.broker.Broker;
import dev.bascule.workers.broker.BrokerSettings;
import dev.bascule.workers.broker.Exchange;
import dev.bascule.workers.broker.OutsideBroker;
import dev.bascule.workers.join.Role;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;

/** Begins what carries a coordinator's messages. Stateless. */
final class Carrier {
    private Carrier() {}

    /** Its own, or that of others. */
    static Exchange start(CoordinatorSettings settings, Book book) {
        if (settings.outside().isPresent()) {
            return OutsideBroker.open(settings.outside().orElseThrow());
        }
        return Broker.start(
                new BrokerSettings(
                        settings.bind(),
                        settings.port(),
                        settings.folder().resolve("broker"),
                        settings.keys(),
                        settings.password()),
                // Known before the port is open: whoever connects again in between is not told that its token was taken
                // back.
                new Lobby(book));
    }

    /** Lets in whose token is good. */
    private record Lobby(Book book) implements Admission {
        @Override
        public Optional<Role> admit(String id, String secret) {
            // Without the desk's lock: the desk may wait for the broker, whose thread this is.
            return book.member(id)
                    .filter(member -> !member.revoked() && member.isSecret(secret))
                    .map(MemberEntry::role);
        }
    }

    /** SHA-256 of its own certificate. */
    static String fingerprint(CoordinatorSettings settings) {
        try {
            for (String alias : Collections.list(settings.keys().aliases())) {
                Certificate certificate = settings.keys().getCertificate(alias);
                if (settings.keys().isKeyEntry(alias) && certificate != null) {
                    return HexFormat.of().formatHex(Sha256.digest().digest(certificate.getEncoded()));
                }
            }
        } catch (GeneralSecurityException e) {
            throw BasculeException.because(
                    e, ErrorCode.COORDINATOR_FAILED, "the coordinator's key store cannot be read");
        }
        throw new BasculeException(ErrorCode.COORDINATOR_FAILED, "the coordinator's key store has no key");
    }
}
