package dev.bascule.fallback.hardware;

import java.util.regex.Pattern;

/**
 * The typed name of something that a device can do or have. Immutable; equal by id.
 *
 * @param <T> what its value is: {@link Boolean} (it can or cannot), {@link Long} (a count or a size) or {@link String}
 */
public final class CapabilityId<T> {
    private static final Pattern WORDS = Pattern.compile("[a-z0-9]+([.-][A-Za-z0-9_]+)++");

    /** What a capability is about; also the first word of its id. */
    public enum Group {
        /** A number format that it computes in. */
        DTYPE,
        /** An operator that it executes. */
        OPERATOR,
        /** A size of a memory or of a piece of it. */
        MEMORY,
        /** How many lanes work in step. */
        SUBGROUP,
        /** A unit that multiplies matrices in one instruction. */
        MATRIX,
        /** An extension of a processor's instruction set, or a level that names several. */
        ISA,
        /** How many units of a kind, and how fast. */
        UNITS,
        /** An interface through which programs reach it, with its version. */
        INTERFACE;

        /** The first word of the ids in this group. */
        public String prefix() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final Group group;
    private final String id;
    private final Class<T> type;
    private final String title;

    private CapabilityId(Group group, String name, Class<T> type, String title) {
        this.group = group;
        this.id = group.prefix() + "." + name;
        this.type = type;
        this.title = title;
        if (!WORDS.matcher(id).matches()) {
            throw new IllegalArgumentException("not a capability's id: " + id);
        }
    }

    /** Something that a device can or cannot. */
    public static CapabilityId<Boolean> flag(Group group, String name, String title) {
        return new CapabilityId<>(group, name, Boolean.class, title);
    }

    /** Something that a device has so much of. The title says in which unit. */
    public static CapabilityId<Long> number(Group group, String name, String title) {
        return new CapabilityId<>(group, name, Long.class, title);
    }

    /** Something that a device is called, or a version. */
    public static CapabilityId<String> text(Group group, String name, String title) {
        return new CapabilityId<>(group, name, String.class, title);
    }

    public Group group() {
        return group;
    }

    /** The word in files and on the command line, such as {@code dtype.fp16}. */
    public String id() {
        return id;
    }

    public Class<T> type() {
        return type;
    }

    /** For people, with the unit of a number. */
    public String title() {
        return title;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CapabilityId<?> that && id.equals(that.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id;
    }
}
