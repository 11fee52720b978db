package dev.bascule.studies.scenario;

import dev.bascule.studies.distribute.Outcome;
import dev.bascule.studies.distribute.SplitStudy;
import dev.bascule.suites.suite.ScenarioKind;

/**
 * The model cut in parts that run one after the other, each on a device of its own.
 *
 * @param cut where; see {@link SplitStudy}
 * @param pairs of interleaved blocks
 */
record Split(String cut, int pairs) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.SPLIT;
    }

    @Override
    public Finding play(ScenarioContext context) {
        Outcome outcome = new SplitStudy(context.ground(), cut, pairs).run();
        return new Finding(
                outcome.setback().map(why -> new Trouble(why.verdict(), why.failure())),
                outcome.figures(),
                outcome.notes(),
                outcome.partial());
    }
}
