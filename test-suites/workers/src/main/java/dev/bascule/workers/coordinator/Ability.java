package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.job.Requirement;
import dev.bascule.workers.job.HardwareReasons;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Which jobs some worker can do, and what is missing for the others. Belongs to whoever holds the desk's lock. */
final class Ability {
    private final Book book;

    /** Why no worker of now can do such jobs; no entry where one can. */
    private final Map<Asked, String> nobody = new HashMap<>();

    private List<Seat> present = List.of();

    /** What is asked of a machine, with the classes of hardware on which it failed before. */
    private record Asked(Requirement where, Set<String> failedOn) {
        static Asked of(JobEntry entry) {
            return new Asked(entry.request().where(), entry.request().elsewhere() ? entry.failedOn() : Set.of());
        }
    }

    Ability(Book book) {
        this.book = book;
    }

    static List<Seat> able(Collection<Seat> seats) {
        return seats.stream().filter(seat -> !seat.isLost()).toList();
    }

    /** Workers came or went: followers of jobs that wait are to hear whether somebody can do them. */
    void workersChanged(Collection<Seat> seats) {
        present = able(seats);
        Map<Asked, String> before = Map.copyOf(nobody);
        nobody.clear();
        Map<Asked, Boolean> seen = new HashMap<>();
        for (JobEntry entry : book.waiting()) {
            Asked what = Asked.of(entry);
            if (seen.put(what, true) == null) {
                missing(what).ifPresent(why -> nobody.put(what, why));
            }
            if (!Objects.equals(before.get(what), nobody.get(what))) {
                book.touch(entry.request().id());
            }
        }
    }

    /** Why nobody can do it; empty where somebody can. */
    Optional<String> nobodyCan(JobEntry entry) {
        Asked what = Asked.of(entry);
        return Optional.ofNullable(nobody.get(what)).or(() -> missing(what));
    }

    /** What each worker lacks, where each lacks something. */
    private Optional<String> missing(Asked what) {
        if (present.isEmpty()) {
            return Optional.of("no worker is there");
        }
        List<String> each = new ArrayList<>();
        for (Seat seat : present) {
            List<String> lacks = new ArrayList<>(what.where().lacking(seat.inventory));
            if (what.failedOn().contains(seat.hardware)) {
                lacks.add("it failed on such hardware");
            }
            if (lacks.isEmpty()) {
                return Optional.empty();
            }
            each.add("%s: %s".formatted(seat.id, String.join(", ", lacks)));
        }
        return Optional.of("no worker can do it: " + String.join("; ", each));
    }

    /** Whether a job that failed is to be tried on other hardware, and such a worker is there. */
    static boolean mayGoElsewhere(JobEntry entry, Collection<Seat> seats) {
        boolean hardware = entry.attempts()
                .get(entry.attempts().size() - 1)
                .failure()
                .filter(why -> HardwareReasons.of(why.code()))
                .isPresent();
        return entry.request().elsewhere()
                && hardware
                && seats.stream()
                        .anyMatch(seat -> !entry.failedOn().contains(seat.hardware)
                                && entry.request().where().metBy(seat.inventory));
    }
}
