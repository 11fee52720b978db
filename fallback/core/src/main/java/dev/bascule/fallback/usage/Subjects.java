package dev.bascule.fallback.usage;

/** The subjects that every machine has. Energy domains and GPUs are named by what they are. */
public final class Subjects {
    /** All of it, whoever uses it. */
    public static final String MACHINE = "machine";

    /** The processes of the runner that was measured. */
    public static final String PROCESSES = "processes";

    /** Everybody else on the machine, Bascule's own host process included. */
    public static final String OTHERS = "others";

    /** The processor as a part. */
    public static final String CPU = "cpu";

    /** All energy domains that a counter exists for. */
    public static final String TOTAL = "total";

    private Subjects() {}
}
