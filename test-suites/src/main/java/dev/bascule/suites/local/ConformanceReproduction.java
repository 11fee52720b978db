package dev.bascule.suites.local;

import dev.bascule.suites.conformance.ConformanceCase;
import dev.bascule.suites.conformance.ConformanceRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command line that runs one case in one column alone. Stateless. */
final class ConformanceReproduction {
    private ConformanceReproduction() {}

    static String line(ConformanceRequest request, ConformanceColumn column, ConformanceCase kase) {
        List<String> words = new ArrayList<>(
                List.of(System.getProperty("bascule.command", "bascule"), "conformance", shown(kase.source())));
        if (!String.valueOf(kase.source().getFileName()).equals(kase.id().name())) {
            Reproduction.add(words, "--filter", kase.id().toString());
        }
        Reproduction.browsers(request.setup(), column.column(), words);
        Reproduction.add(words, "--backends", column.place().backend().id());
        return words.stream().map(Reproduction::quoted).collect(Collectors.joining(" "));
    }

    /** As short as it can be said from here. */
    private static String shown(Path source) {
        Path here = Path.of("").toAbsolutePath();
        Path relative = here.getRoot().equals(source.getRoot()) ? here.relativize(source) : source;
        return relative.toString().length() < source.toString().length() ? relative.toString() : source.toString();
    }
}
