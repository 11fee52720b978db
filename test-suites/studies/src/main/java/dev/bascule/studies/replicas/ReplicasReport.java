package dev.bascule.studies.replicas;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.TrainingReport.Trained;
import dev.bascule.studies.training.Trajectory;
import java.util.List;
import java.util.Optional;

/**
 * What replicas that trained together came to. Immutable.
 *
 * @param parameters how many numbers are trained
 * @param processors of this machine
 * @param threads of each replica's engine
 * @param rounds of the run itself, in order
 * @param figures none where anything is wrong, or no round was whole in which gradients alone were asked for
 * @param accuracy of the replicas' parameters on held-out data, and of {@code one} worker's with the whole batch, both by native CPU
 * @param besideOne losses beside those of that worker
 * @param ending its parameters beside that worker's; empty where one of them did not come to its end
 * @param exact its first losses beside one worker's exact ones; empty where nothing was compared
 * @param failure why it is not whole
 */
public record ReplicasReport(
        String network,
        long parameters,
        Trained trained,
        ReplicaPlan plan,
        int processors,
        int threads,
        List<Replica> replicas,
        List<Round> rounds,
        List<Finding> findings,
        Optional<ReplicaFigures> figures,
        Optional<Evaluation> accuracy,
        Optional<Evaluation> one,
        Optional<Agreement> besideOne,
        Optional<Ending> ending,
        Optional<Trajectory> exact,
        boolean interrupted,
        Optional<Failure> failure) {
    public ReplicasReport {
        replicas = List.copyOf(replicas);
        rounds = List.copyOf(rounds);
        findings = List.copyOf(findings);
    }

    /**
     * One of them.
     *
     * @param samples of each batch that it takes
     * @param unopened why it did not begin
     * @param gradients of the first batches, beside the exact ones
     * @param placement where its last session ran
     * @param losses how often it died or failed
     * @param times of whole rounds
     * @param theory what must go over its connection in a round
     * @param elsewhere the worker of a pool that had it last; empty on this machine, and where no worker took it
     * @param notes what a reader should know of it
     */
    public record Replica(
            int rank,
            Target target,
            int samples,
            Optional<Ended> unopened,
            Optional<GradientJudgement> gradients,
            Optional<SessionPlacement> placement,
            List<Loss> losses,
            ReplicaFigures.Each times,
            Theory theory,
            Optional<String> elsewhere,
            List<String> notes) {
        public Replica {
            losses = List.copyOf(losses);
            notes = List.copyOf(notes);
        }

        /** The step in which it was started again last: its placement tells nothing of what ran before. */
        public Optional<Long> restarted() {
            return losses.stream().filter(Loss::restarted).map(Loss::step).reduce((earlier, later) -> later);
        }

        private boolean isFailure() {
            return placement
                    .map(SessionPlacement::verdict)
                    .orElse(Verdict.FAILED)
                    .isFailure();
        }
    }

    static boolean isOversubscribed(int replicas, int threads, int processors) {
        return (long) replicas * threads > processors;
    }

    /** Replicas on this machine. */
    public int here() {
        return Math.toIntExact(replicas.stream()
                .filter(replica -> replica.elsewhere().isEmpty())
                .count());
    }

    /** Whether threads of all replicas on this machine together are more than its processors. */
    public boolean isOversubscribed() {
        return isOversubscribed(here(), threads, processors);
    }

    /** Rounds in which this became of a replica's part. */
    public long counted(int rank, Share.Fate fate) {
        return rounds.stream()
                .flatMap(round -> round.of(rank).stream())
                .filter(share -> share.fate() == fate)
                .count();
    }

    /** Rounds in which what it took over of another's share was added up. */
    public long tookOver(int rank) {
        return rounds.stream()
                .flatMap(round -> round.of(rank).stream())
                .filter(share -> share.fate() == Share.Fate.TAKEN && share.pieces() > 1)
                .count();
    }

    /** Whether nothing is broken, and each replica began and was there to the end. */
    public boolean holds() {
        return failure.isEmpty()
                && findings.stream().noneMatch(Finding::broken)
                && replicas.stream().noneMatch(replica -> replica.unopened().isPresent() || replica.isFailure());
    }
}
