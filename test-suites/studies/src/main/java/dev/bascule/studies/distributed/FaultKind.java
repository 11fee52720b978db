package dev.bascule.studies.distributed;

import java.util.Arrays;
import java.util.Optional;

/** What is done to the last rank, in the middle of its training where nothing else is said. */
public enum FaultKind {
    KILLED("kill", "killed", "SIGKILL"),
    STALLED("stall", "stalled", "SIGSTOP, and it never goes on"),
    STRAGGLER("straggle", "straggler", "SIGSTOP, and a second later it goes on"),
    LINK_DOWN("link-down", "link-down", "its link is set down, and stays so"),
    LINK_FLAP("link-flap", "link-flap", "its link is set down, and a second later up again"),
    VERSION("version", "version", "from the beginning it says that it is of another version"),
    ELASTIC("elastic", "elastic", "SIGKILL, and the others go on as one fewer, with the same batch");

    private final String option;
    private final String word;
    private final String what;

    FaultKind(String option, String word, String what) {
        this.option = option;
        this.word = word;
        this.what = what;
    }

    /** As it is asked for. */
    public String option() {
        return option;
    }

    public static Optional<FaultKind> of(String option) {
        return Arrays.stream(values())
                .filter(each -> each.option.equals(option))
                .findFirst();
    }

    /** As it is told. */
    public String word() {
        return word;
    }

    public String what() {
        return what;
    }

    /** Whether the run ends by it, and is begun again from its last checkpoint. */
    boolean ends() {
        return this != STRAGGLER && this != LINK_FLAP;
    }

    /** Whether it is done to a link. */
    boolean ofLink() {
        return this == LINK_DOWN || this == LINK_FLAP;
    }
}
