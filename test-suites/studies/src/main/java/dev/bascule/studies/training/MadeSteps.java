package dev.bascule.studies.training;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.studies.decode.CacheSeen;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.TargetTraining.Costs;
import dev.bascule.studies.training.TargetTraining.Learnt;
import java.util.List;
import java.util.Optional;

/**
 * What all steps of a target came to. Immutable.
 *
 * @param middle the state after half of the exact ones
 * @param after the state after these
 * @param last the state that was read last
 * @param parts the loss of each part of each step
 * @param skipped of each step, whether it says that it skipped its update
 */
record MadeSteps(
        Learnt learnt,
        Costs costs,
        Optional<TrainingStart> middle,
        Optional<TrainingStart> after,
        Optional<TrainingStart> last,
        Optional<SessionPlacement> placement,
        Optional<CacheSeen> seen,
        Optional<Ended> fault,
        List<Float> parts,
        List<Boolean> skipped,
        List<String> notes) {
    static MadeSteps none(Optional<Ended> fault) {
        return new MadeSteps(
                Learnt.NOTHING,
                Costs.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                fault,
                List.of(),
                List.of(),
                List.of());
    }
}
