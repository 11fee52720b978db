package dev.bascule.models.graph;

/** An input or output of a model. */
public record Port(String name, ValueType type) {
    @Override
    public String toString() {
        return name + " " + type;
    }
}
