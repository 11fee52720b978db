package dev.bascule.studies.training;

import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.training.Resumed;
import dev.bascule.studies.truth.TruthReport.Absent;
import dev.bascule.training.step.StepForm;
import java.util.List;
import java.util.Optional;

/**
 * What came of it. Immutable.
 *
 * @param network its name
 * @param parameters how many numbers are trained
 * @param operators of the step graph, each once
 * @param targets in the order in which they were asked
 * @param peers engines of others' beside them, for each seed
 * @param absent backends that nobody named and that are not here
 * @param interrupted whether it was stopped on its way
 * @param unkept why the checkpoint or the model that was asked for could not be written
 * @param emission what became of the wish for a model; empty where there was none
 */
public record TrainingReport(
        String network,
        long parameters,
        List<String> operators,
        Trained trained,
        List<TargetTraining> targets,
        List<PeerTraining> peers,
        List<Absent> absent,
        boolean interrupted,
        Optional<Failure> unkept,
        Optional<TrainedEmission> emission) {

    /** One of which nobody wanted a model. */
    public TrainingReport(
            String network,
            long parameters,
            List<String> operators,
            Trained trained,
            List<TargetTraining> targets,
            List<PeerTraining> peers,
            List<Absent> absent,
            boolean interrupted,
            Optional<Failure> unkept) {
        this(network, parameters, operators, trained, targets, peers, absent, interrupted, unkept, Optional.empty());
    }

    /**
     * On what and how.
     *
     * @param modelSha256 of the file whose weights were trained on, in lower-case hex; empty of a network that is made here
     * @param data name
     * @param sha256 of the data
     * @param train samples
     * @param test samples held out
     * @param chance accuracy of who always says the commonest class
     * @param optimizer its name, with what is not plain of a step
     * @param form the same apart
     * @param resumed from which checkpoint it went on; empty where it began anew
     */
    public record Trained(
            Optional<String> modelSha256,
            String data,
            String sha256,
            int train,
            int test,
            int classes,
            double chance,
            String optimizer,
            int batch,
            int steps,
            boolean resident,
            StepForm form,
            Optional<Resumed> resumed,
            List<String> notes) {
        /** Of plain steps of a network that is made here. */
        public Trained(
                String data,
                String sha256,
                int train,
                int test,
                int classes,
                double chance,
                String optimizer,
                int batch,
                int steps,
                boolean resident,
                List<String> notes) {
            this(
                    Optional.empty(),
                    data,
                    sha256,
                    train,
                    test,
                    classes,
                    chance,
                    optimizer,
                    batch,
                    steps,
                    resident,
                    StepForm.PLAIN,
                    Optional.empty(),
                    notes);
        }

        /** Of a run that began anew. */
        public Trained(
                Optional<String> modelSha256,
                String data,
                String sha256,
                int train,
                int test,
                int classes,
                double chance,
                String optimizer,
                int batch,
                int steps,
                boolean resident,
                StepForm form,
                List<String> notes) {
            this(
                    modelSha256,
                    data,
                    sha256,
                    train,
                    test,
                    classes,
                    chance,
                    optimizer,
                    batch,
                    steps,
                    resident,
                    form,
                    Optional.empty(),
                    notes);
        }

        public Trained {
            notes = List.copyOf(notes);
        }
    }

    public TrainingReport {
        operators = List.copyOf(operators);
        targets = List.copyOf(targets);
        peers = List.copyOf(peers);
        absent = List.copyOf(absent);
    }

    /** Over seeds, beside native CPU. */
    public List<Convergence> convergences() {
        return Convergence.of(targets, trained.steps());
    }
}
