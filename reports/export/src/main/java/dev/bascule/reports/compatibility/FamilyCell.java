package dev.bascule.reports.compatibility;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.Optional;

/** What is known of a family on a backend. There is no cell without a basis. Immutable. */
public sealed interface FamilyCell {

    Basis basis();

    /** A sentence with the basis, for people. */
    String why();

    /**
     * @param right models whose every newest cell there is a plain pass
     * @param partly models that are right, in part elsewhere or not each time
     * @param all models run there
     * @param models their names
     * @param notRight the names of those that are not, nor in part
     * @param runs whose cells these are
     * @param machines how many machines they were run on
     * @param browsers names and versions, of those that they were run in; none natively
     * @param software models that ran on a software adapter there and on nothing else: no acceleration
     */
    record Measured(
            int right,
            int partly,
            int all,
            List<String> models,
            List<String> notRight,
            List<String> runs,
            int machines,
            List<String> browsers,
            int software)
            implements FamilyCell {
        public Measured {
            models = List.copyOf(models);
            notRight = List.copyOf(notRight);
            runs = List.copyOf(runs);
            browsers = List.copyOf(browsers);
            if (all < 1) {
                throw new IllegalArgumentException("a measured cell without a measurement");
            }
        }

        @Override
        public Basis basis() {
            return Basis.MEASURED;
        }

        @Override
        public String why() {
            return "measured: %d of %d model%s right%s%s (%s%s), on %d machine%s%s"
                    .formatted(
                            right,
                            all,
                            all == 1 ? "" : "s",
                            partly == 0 ? "" : ", %d in part".formatted(partly),
                            software == 0
                                    ? ""
                                    : ", %s on a software adapter, which is no acceleration"
                                            .formatted(software == all ? "only" : software + " of them only"),
                            String.join(", ", models),
                            notRight.isEmpty() || notRight.size() == all
                                    ? ""
                                    : "; not right: " + String.join(", ", notRight),
                            machines,
                            machines == 1 ? "" : "s",
                            browsers.isEmpty() ? "" : ", in " + String.join(", ", browsers));
        }
    }

    /**
     * @param claim {@code runs}, {@code limited} or {@code fails}
     * @param what the source says
     * @param source where it says so
     */
    record Known(String claim, String what, String source) implements FamilyCell {
        @Override
        public Basis basis() {
            return Basis.KNOWN;
        }

        @Override
        public String why() {
            return "known, not measured here: %s (%s)".formatted(what, source);
        }
    }

    /**
     * @param share of the models' nodes that would run right there: from those known to, to those not known not to
     * @param cases that it rests on, each once: those of each operator on the target that has most of them
     * @param models that it is predicted for
     */
    record Predicted(Interval share, int cases, List<String> models) implements FamilyCell {
        public Predicted {
            models = List.copyOf(models);
        }

        @Override
        public Basis basis() {
            return Basis.PREDICTED;
        }

        @Override
        public String why() {
            return "predicted, not measured: %s of the nodes of %s, from %s of their operators"
                    .formatted(percent(), String.join(", ", models), Figures.counted(cases, "case"));
        }

        /** Rounded outwards. */
        public String percent() {
            long low = (long) Math.floor(share.low() * 100);
            long high = (long) Math.ceil(share.high() * 100);
            return low == high ? "%d %%".formatted(low) : "%d–%d %%".formatted(low, high);
        }
    }

    /** How a measured cell is to be taken, {@code good}, {@code fair} or {@code bad}; nothing but a measurement has a tone. */
    default String tone() {
        if (this instanceof Measured measured) {
            return measured.right() == measured.all()
                    ? "good"
                    : measured.right() + measured.partly() > 0 ? "fair" : "bad";
        }
        return "";
    }

    /** A few signs for a narrow column. */
    default String brief() {
        if (this instanceof Measured measured) {
            return "%d/%d".formatted(measured.right(), measured.all())
                    + (measured.partly() == 0 ? "" : "+" + measured.partly())
                    + (measured.software() == 0 ? "" : " sw");
        }
        return this instanceof Predicted predicted
                ? "~" + predicted.percent().replace(" ", "")
                : "(" + Optional.of((Known) this).map(Known::claim).orElseThrow() + ")";
    }
}
