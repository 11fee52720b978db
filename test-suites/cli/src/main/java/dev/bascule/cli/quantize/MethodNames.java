package dev.bascule.cli.quantize;

import dev.bascule.app.local.QuantizationMethods;
import dev.bascule.studies.quantization.MethodSet;
import java.util.ArrayList;
import java.util.List;

/** What {@code --methods} takes besides combinations: in its help, and completed by shells. */
public final class MethodNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    public MethodNames() {
        super(all());
    }

    private static List<String> all() {
        List<String> names = new ArrayList<>(new QuantizationMethods().names());
        names.add(0, MethodSet.ALL);
        return names;
    }
}
