package dev.bascule.studies.reduce;

import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.Set;
import java.util.TreeSet;

/**
 * The place where it goes wrong first.
 *
 * @param node index of the first wrong node
 * @param nodes the nodes that it takes to see the failure, the first wrong one among them
 * @param repro a model of these nodes, fed by the reference
 * @param finding what that model shows
 * @param note what else is to be known, in words; may be blank
 */
record FaultCandidate(int node, Set<Integer> nodes, ReproModel repro, ReproFinding.Failing finding, String note) {
    FaultCandidate {
        nodes = new TreeSet<>(nodes);
    }
}
