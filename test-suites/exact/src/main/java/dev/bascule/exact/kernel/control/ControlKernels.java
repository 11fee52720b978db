package dev.bascule.exact.kernel.control;

import static java.util.Map.entry;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Operators that run graphs, and those of sequences and optionals. Stateless. */
public final class ControlKernels {
    private ControlKernels() {}

    public static Map<String, Kernel> all() {
        return Map.ofEntries(
                entry("ConcatFromSequence", Kernel.of(Sequences::concatFromSequence)),
                entry("If", Loops::branch),
                entry("Loop", Loops::loop),
                entry("Optional", Kernel.of(Optionals::optional)),
                entry("OptionalGetElement", Kernel.of(Optionals::getElement)),
                entry("OptionalHasElement", Kernel.of(Optionals::hasElement)),
                entry("Scan", Scans::scan),
                entry("SequenceAt", Kernel.of(Sequences::at)),
                entry("SequenceConstruct", Kernel.of(Sequences::construct)),
                entry("SequenceEmpty", Kernel.of(Sequences::empty)),
                entry("SequenceErase", Kernel.of(Sequences::erase)),
                entry("SequenceInsert", Kernel.of(Sequences::insert)),
                entry("SequenceLength", Kernel.of(Sequences::length)),
                entry("SequenceMap", Sequences::map),
                entry("SplitToSequence", Kernel.of(Sequences::splitToSequence)));
    }
}
