package dev.bascule.studies.scenario;

import dev.bascule.studies.distribute.SplitStudy;
import dev.bascule.studies.distribute.StudyOutcome;
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
    public ScenarioFinding play(ScenarioContext context) {
        StudyOutcome outcome = new SplitStudy(context.ground(), cut, pairs).run();
        return new ScenarioFinding(
                outcome.setback().map(why -> new ScenarioFailure(why.verdict(), why.failure())),
                outcome.figures(),
                outcome.notes(),
                outcome.partial());
    }
}
