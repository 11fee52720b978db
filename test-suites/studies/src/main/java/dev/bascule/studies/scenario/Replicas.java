package dev.bascule.studies.scenario;

import dev.bascule.studies.distribute.Outcome;
import dev.bascule.studies.distribute.ReplicaStudy;
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
    public Finding play(ScenarioContext context) {
        Outcome outcome = new ReplicaStudy(context.ground(), samples).run();
        return new Finding(
                outcome.setback().map(why -> new Trouble(why.verdict(), why.failure())),
                outcome.figures(),
                outcome.notes(),
                outcome.partial());
    }
}
