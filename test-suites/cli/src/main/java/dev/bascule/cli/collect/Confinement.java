package dev.bascule.cli.collect;

import java.util.Locale;

/** What a collecting process, with all that it starts, is held to. Another one is another machine in the history. */
sealed interface Confinement {

    /** For people: {@code 1 processor}. */
    String words();

    /** @param count of logical processors that it may run on */
    record Processors(int count) implements Confinement {
        @Override
        public String words() {
            return count == 1 ? "1 processor" : count + " processors";
        }
    }

    /** @param processors worth of time that a control group grants, such as 0.5 */
    record Quota(double processors) implements Confinement {
        @Override
        public String words() {
            return String.format(Locale.ROOT, "the time of %s processors", Double.toString(processors));
        }
    }
}
