package dev.bascule.studies.truth;

/**
 * A value that a node makes. Immutable.
 *
 * @param node number of the node in the graph, from 0
 * @param operator its type
 * @param nodeName as the model has it; may be empty
 * @param name of the value
 * @param output whether it is an output of the model
 */
public record ModelValue(int node, String operator, String nodeName, String name, boolean output) {

    /** For people. */
    public String words() {
        return "%s '%s' (node %d)".formatted(operator, nodeName.isEmpty() ? name : nodeName, node + 1);
    }
}
