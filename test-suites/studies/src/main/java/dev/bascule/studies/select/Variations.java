package dev.bascule.studies.select;

import java.util.List;

/** Other configurations of candidates, to be tried once it is known which candidates are worth it. */
public interface Variations {
    /** None. */
    Variations NONE = new Variations() {
        @Override
        public List<Entrant> of(Candidate from) {
            return List.of();
        }

        @Override
        public List<Entrant> repairs(Candidate failed) {
            return List.of();
        }
    };

    /** The same place, threads and batch, one step away. */
    List<Entrant> of(Candidate from);

    /** The same in a configuration that may be right where the usual one was not. */
    List<Entrant> repairs(Candidate failed);
}
