package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.broker.Exchange;
import dev.bascule.workers.broker.OutsideBrokerSettings;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Lets in and sends away: the ledger and the broker have to know of both. Thread-safe. */
final class Members {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SECRET_BYTES = 32;
    private static final int SUFFIX_BYTES = 3;

    private final CoordinatorSettings settings;
    private final Exchange broker;
    private final String fingerprint;
    private final Desk desk;
    private final Clock clock;

    /** @param fingerprint of the certificate that addresses pin */
    Members(CoordinatorSettings settings, Exchange broker, String fingerprint, Desk desk, Clock clock) {
        this.settings = settings;
        this.broker = broker;
        this.fingerprint = fingerprint;
        this.desk = desk;
        this.clock = clock;
    }

    /** What the broker has to know at a start: whose token was taken back meanwhile, and the queues of all others. */
    void meet() {
        broker.keepOnly(desk.with(Members::good));
        desk.with(Book::members).forEach(member -> broker.queues(member.id(), member.role()));
    }

    private static Set<String> good(Book book) {
        return book.members().stream()
                .filter(member -> !member.revoked())
                .map(MemberEntry::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    JoinAddress invite(String name, Role role) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9-]{0,39}")) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a worker's name has letters, digits and hyphens, at most 40, and a letter or digit first",
                    "such as gpu-lab");
        }
        byte[] secret = new byte[SECRET_BYTES];
        byte[] suffix = new byte[SUFFIX_BYTES];
        RANDOM.nextBytes(secret);
        RANDOM.nextBytes(suffix);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        String id = name + "-" + HexFormat.of().formatHex(suffix);
        broker.queues(id, role);
        desk.with(book -> {
            book.keep(new MemberEntry(
                    id,
                    role,
                    MemberEntry.hash(text),
                    clock.instant(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false));
            return true;
        });
        broker.issued(id, role, text);
        return address(id, text);
    }

    private JoinAddress address(String id, String secret) {
        String host = settings.outside().map(OutsideBrokerSettings::host).orElse(settings.announced());
        return new JoinAddress(host, broker.port(), id, secret, fingerprint);
    }

    Optional<JoinAddress> renewed(JoinAddress before, Role role) {
        return desk.with(book -> book.member(before.id()))
                .filter(member -> member.role() == role
                        && Tokens.isOf(member, before)
                        // The certificate of a broker that others run may be a new one.
                        && (settings.outside().isPresent()
                                || before.fingerprint().equals(fingerprint)))
                .map(member -> {
                    // Its secret is at hand, as it is never again: a broker of others may not have it yet.
                    if (!broker.withoutAccount(Set.of(member.id())).isEmpty()) {
                        broker.issued(member.id(), role, before.secret());
                    }
                    return address(before.id(), before.secret());
                });
    }

    Set<String> withoutAccount() {
        return broker.withoutAccount(desk.with(Members::good));
    }

    boolean revoke(String id) {
        Optional<MemberEntry> member = desk.with(book -> {
            Optional<MemberEntry> known = book.member(id);
            known.filter(one -> !one.revoked()).ifPresent(one -> book.keep(one.takenBack()));
            return known;
        });
        member.ifPresent(one -> {
            try {
                if (one.role() == Role.WORKER) {
                    desk.expel(new WorkerId(id));
                }
            } finally {
                broker.cut(id);
            }
        });
        return member.isPresent();
    }
}
