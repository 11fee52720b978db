package dev.bascule.models.graph;

/**
 * How often an operator occurs in a model, sub-graphs and local functions included.
 *
 * @param domain its operator set; {@code ai.onnx} is the default one
 * @param type such as {@code Conv}
 * @param count number of nodes
 */
public record OperatorUse(String domain, String type, int count) {

    /** The type alone in the default domain, else {@code domain.type}. */
    public String name() {
        return domain.equals(ModelInspection.DEFAULT_DOMAIN) ? type : domain + "." + type;
    }
}
