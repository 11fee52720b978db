package dev.bascule.studies.scenario;

import dev.bascule.studies.distribute.ReplicaStudy;
import dev.bascule.studies.distribute.StudyOutcome;
import dev.bascule.suites.suite.ScenarioKind;

/**
 * Samples spread over copies of the model on several devices.
 *
 * @param samples how many
 */
record Replicas(int samples) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.REPLICAS;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        StudyOutcome outcome = new ReplicaStudy(context.ground(), samples).run();
        return new ScenarioFinding(
                outcome.setback().map(why -> new ScenarioFailure(why.verdict(), why.failure())),
                outcome.figures(),
                outcome.notes(),
                outcome.partial());
    }
}
