package dev.bascule.exact.graph;

import dev.bascule.exact.array.Operand;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The values of a graph by name, as one pass has them, within those of the graphs around it. Belongs to one thread. */
final class Scope {
    private final Map<String, Operand> values = new HashMap<>();
    private final Function<String, Optional<Operand>> around;

    private Scope(Function<String, Optional<Operand>> around) {
        this.around = around;
    }

    /** @param constants what is found where no node gave a value of that name */
    static Scope over(Function<String, Optional<Operand>> constants) {
        return new Scope(constants);
    }

    /** Of a graph within this one. */
    Scope inner() {
        return new Scope(this::find);
    }

    void put(String name, Operand value) {
        values.put(name, value);
    }

    Optional<Operand> find(String name) {
        Operand own = values.get(name);
        return own != null ? Optional.of(own) : around.apply(name);
    }

    void forget(String name) {
        values.remove(name);
    }
}
