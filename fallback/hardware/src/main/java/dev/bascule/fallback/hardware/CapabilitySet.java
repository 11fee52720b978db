package dev.bascule.fallback.hardware;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a device can do, at most one word on each capability. Immutable and thread-safe; iterates by id. */
public final class CapabilitySet {
    private static final CapabilitySet NONE = new CapabilitySet(new TreeMap<>());

    private final TreeMap<String, Capability<?>> byId;

    private CapabilitySet(TreeMap<String, Capability<?>> byId) {
        this.byId = byId;
    }

    public static CapabilitySet none() {
        return NONE;
    }

    public static CapabilitySet of(Collection<? extends Capability<?>> capabilities) {
        return NONE.and(capabilities);
    }

    /** These and more. A verified word replaces a claimed one; otherwise the word that is already there stays. */
    public CapabilitySet and(Collection<? extends Capability<?>> more) {
        TreeMap<String, Capability<?>> all = new TreeMap<>(byId);
        more.forEach(capability -> all.merge(
                capability.id().id(),
                capability,
                (old, added) -> added.standing().isVerified() && !old.standing().isVerified() ? added : old));
        return new CapabilitySet(all);
    }

    /** These, with one word replaced by what was just tried; what an earlier trial said gives way to it. */
    public CapabilitySet withVerified(Capability<?> capability) {
        if (!capability.standing().isVerified()) {
            throw new IllegalArgumentException(capability.id() + " was only claimed");
        }
        TreeMap<String, Capability<?>> all = new TreeMap<>(byId);
        all.put(capability.id().id(), capability);
        return new CapabilitySet(all);
    }

    /** What is known of one capability; empty where nobody says anything. */
    @SuppressWarnings("unchecked") // The id's type is checked when a capability is made, and ids are equal by name.
    public <T> Optional<Capability<T>> find(CapabilityId<T> id) {
        return Optional.ofNullable(byId.get(id.id()))
                .filter(capability -> capability.id().type() == id.type())
                .map(capability -> (Capability<T>) capability);
    }

    /** Its value, claimed or verified; empty where nobody says anything. */
    public <T> Optional<T> value(CapabilityId<T> id) {
        return find(id).map(Capability::value);
    }

    /** Whether somebody at least claims it and no trial showed the contrary. */
    public boolean has(CapabilityId<Boolean> id) {
        return value(id).orElse(false);
    }

    public List<Capability<?>> all() {
        return new ArrayList<>(byId.values());
    }

    public List<Capability<?>> in(CapabilityId.Group group) {
        return all().stream().filter(each -> each.id().group() == group).toList();
    }

    public boolean isEmpty() {
        return byId.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CapabilitySet that && byId.equals(that.byId);
    }

    @Override
    public int hashCode() {
        return byId.hashCode();
    }

    @Override
    public String toString() {
        return Map.copyOf(byId).keySet().stream().sorted().toList().toString();
    }
}
