package dev.bascule.fallback.evidence;

import java.util.Map;
import java.util.Set;

/**
 * What the host read in a model's file, as far as a record of placements can be held against it.
 *
 * @param operators number of nodes by operator, sub-graphs and local functions included
 * @param names of nodes and of tensors, other than empty ones
 * @param unnamed whether a node has no name
 * @param expands whether anything may come of a node: a local function, an operator of no domain of ONNX, or one whose body
 *     multiplies matrices
 * @param subgraphs bodies of loops and branches, and those that ONNX's own functions may have
 * @param most nodes that the optimised graph can have: each node, a conversion on each of its edges, and functions' bodies
 * @param least nodes that it must have, where the engine does not compile parts of it into one, by what known fusions and
 *     folding can make of it
 * @param work distinct operators that compute much, of the main graph, between inputs and outputs
 */
public record GraphFacts(
        Map<String, Integer> operators,
        Set<String> names,
        boolean unnamed,
        boolean expands,
        int subgraphs,
        int most,
        int least,
        Map<HeavyWork, Integer> work) {

    public GraphFacts {
        operators = Map.copyOf(operators);
        names = Set.copyOf(names);
        work = Map.copyOf(work);
    }

    /** A name that would break out of its line in a log, if there is one. */
    public java.util.Optional<String> breakingName() {
        return names.stream()
                .filter(name -> name.chars().anyMatch(Character::isISOControl))
                .sorted()
                .findFirst();
    }
}
