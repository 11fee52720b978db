package dev.bascule.scheduling.judge;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Times in which something was so. Immutable.
 *
 * @param spells apart from each other, in order of time
 */
record Spells(List<Spells.Spell> spells) {

    record Spell(Instant from, Instant to) {}

    Spells {
        spells = List.copyOf(spells);
    }

    /** The union of these. */
    static Spells of(List<Spell> any) {
        List<Spell> sorted = any.stream()
                .filter(spell -> spell.from().isBefore(spell.to()))
                .sorted(Comparator.comparing(Spell::from))
                .toList();
        List<Spell> union = new ArrayList<>();
        for (Spell spell : sorted) {
            int last = union.size() - 1;
            if (last >= 0 && !spell.from().isAfter(union.get(last).to())) {
                Spell before = union.get(last);
                union.set(last, new Spell(before.from(), later(before.to(), spell.to())));
            } else {
                union.add(spell);
            }
        }
        return new Spells(union);
    }

    /** How long it was so while the other was not so, between two moments. */
    Duration lengthOutside(Spells other, Instant first, Instant last) {
        Duration sum = Duration.ZERO;
        int at = 0;
        for (Spell spell : spells) {
            Instant from = later(spell.from(), first);
            Instant to = spell.to().isBefore(last) ? spell.to() : last;
            if (!from.isBefore(to)) {
                continue;
            }
            sum = sum.plus(Duration.between(from, to));
            while (at < other.spells.size() && !other.spells.get(at).to().isAfter(from)) {
                at++;
            }
            for (int each = at;
                    each < other.spells.size() && other.spells.get(each).from().isBefore(to);
                    each++) {
                Spell off = other.spells.get(each);
                Instant end = off.to().isBefore(to) ? off.to() : to;
                sum = sum.minus(Duration.between(later(off.from(), from), end));
            }
        }
        return sum;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
