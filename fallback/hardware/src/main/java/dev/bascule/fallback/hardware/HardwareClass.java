package dev.bascule.fallback.hardware;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of hardware in the hierarchy. What a class brings, all below it bring, unless they say that they lack it.
 * Immutable.
 *
 * @param id the word in files, such as {@code gpu.discrete}
 * @param title for people
 * @param parents the classes that it is a case of; what the first says of a factor goes before what the second says
 * @param ownBrings what every device of this class can do by what it is
 * @param ownLacks what devices of its parents may have and none of this class has
 * @param ownFactors numbers that hold for the class
 */
public record HardwareClass(
        String id,
        String title,
        List<HardwareClass> parents,
        Set<CapabilityId<Boolean>> ownBrings,
        Set<CapabilityId<Boolean>> ownLacks,
        List<Factor> ownFactors) {

    public HardwareClass {
        parents = List.copyOf(parents);
        ownBrings = Set.copyOf(ownBrings);
        ownLacks = Set.copyOf(ownLacks);
        ownFactors = List.copyOf(ownFactors);
    }

    /** One that only names a kind of its parent. */
    public static HardwareClass below(HardwareClass parent, String id, String title) {
        return new HardwareClass(id, title, List.of(parent), Set.of(), Set.of(), List.of());
    }

    /** Whether it is that class or below it. */
    public boolean is(HardwareClass other) {
        return id.equals(other.id) || parents.stream().anyMatch(parent -> parent.is(other));
    }

    /** What every device of this class can do, its own and what it inherits. */
    public Set<CapabilityId<Boolean>> brings() {
        Set<CapabilityId<Boolean>> all = new LinkedHashSet<>();
        parents.forEach(parent -> all.addAll(parent.brings()));
        // Of two parents, the one that lacks it decides.
        all.removeAll(lacks());
        all.addAll(ownBrings);
        return all;
    }

    /** What no device of this class has, its own and what it inherits. */
    public Set<CapabilityId<Boolean>> lacks() {
        Set<CapabilityId<Boolean>> all = new LinkedHashSet<>();
        parents.forEach(parent -> all.addAll(parent.lacks()));
        all.removeAll(ownBrings);
        all.addAll(ownLacks);
        return all;
    }

    /** Its factors, its own before what it inherits. */
    public Map<Factor.Kind, Factor> factors() {
        Map<Factor.Kind, Factor> all = new EnumMap<>(Factor.Kind.class);
        ownFactors.forEach(factor -> all.putIfAbsent(factor.kind(), factor));
        parents.forEach(parent -> parent.factors().values().forEach(factor -> all.putIfAbsent(factor.kind(), factor)));
        return all;
    }

    /** A factor; empty where no source gives one for the whole class. */
    public Optional<Factor> factor(Factor.Kind kind) {
        return Optional.ofNullable(factors().get(kind));
    }

    @Override
    public String toString() {
        return id;
    }
}
