package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The tokens in a ledger on which no coordinator runs. Stateless. */
public final class Tokens {
    private Tokens() {}

    /**
     * Takes tokens back, so that a coordinator that is started on this ledger never lets them in: all of them, or none where it throws
     * for a name.
     *
     * @param named ids, each of one token, or names, each of all tokens that were issued for it
     * @return ids of those that were good until now
     * @throws BasculeException USAGE_ERROR where no token was ever issued to one of them
     */
    public static List<String> takeBack(History history, Collection<String> named) {
        List<MemberEntry> members = members(history);
        List<MemberEntry> wanted = new ArrayList<>();
        named.forEach(name -> wanted.addAll(of(members, name)));
        List<MemberEntry> back = wanted.stream()
                .filter(member -> !member.revoked())
                .distinct()
                .map(MemberEntry::takenBack)
                .toList();
        history.keepLedger(new LedgerRows(
                List.of(), List.of(), back.stream().map(Book::row).toList()));
        return back.stream().map(MemberEntry::id).toList();
    }

    private static List<MemberEntry> of(List<MemberEntry> members, String named) {
        List<MemberEntry> found = members.stream()
                .filter(member -> member.id().equals(named))
                .findFirst()
                .map(List::of)
                .orElseGet(() -> members.stream()
                        .filter(member -> name(member.id()).equals(named))
                        .toList());
        if (found.isEmpty()) {
            Set<String> names = new TreeSet<>();
            members.forEach(member -> names.add(name(member.id())));
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "no token was issued to '%s'%s".formatted(named, Nearest.hint(named, names)),
                    names.isEmpty()
                            ? "no token was issued by this coordinator yet: name its ledger with --store FILE"
                            : "take one of " + String.join(", ", names));
        }
        return found;
    }

    /** Whose token this is, as what; empty where it is none of this ledger's, or was taken back. */
    public static Optional<Role> role(History history, JoinAddress address) {
        return members(history).stream()
                .filter(member -> isOf(member, address))
                .map(MemberEntry::role)
                .findFirst();
    }

    static boolean isOf(MemberEntry member, JoinAddress address) {
        return member.id().equals(address.id()) && !member.revoked() && member.isSecret(address.secret());
    }

    /** What the token was issued for: the id without the letters that make it one of many. */
    static String name(String id) {
        return id.replaceFirst("-[0-9a-f]{6}$", "");
    }

    private static List<MemberEntry> members(History history) {
        return history.ledger().members().stream().map(Book::member).toList();
    }
}
