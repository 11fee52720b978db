package dev.bascule.app.local;

import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command lines that run one case in one column alone; what the cases share is put together once. Immutable. */
final class ConformanceReproduction {
    private final String begin;
    private final String end;
    private final Path here;

    ConformanceReproduction(ConformanceRequest request, ConformanceColumn column) {
        begin = line(List.of(System.getProperty("bascule.command", "bascule"), "conformance"));
        List<String> words = new ArrayList<>();
        Reproduction.browsers(request.setup(), column.column(), words);
        Reproduction.add(words, "--backends", column.place().backend().id());
        end = line(words);
        here = Path.of("").toAbsolutePath();
    }

    String line(ConformanceCase testCase) {
        List<String> words = new ArrayList<>(List.of(shown(testCase.source())));
        if (!String.valueOf(testCase.source().getFileName())
                .equals(testCase.id().name())) {
            Reproduction.add(words, "--filter", testCase.id().toString());
        }
        return begin + " " + line(words) + " " + end;
    }

    private static String line(List<String> words) {
        return words.stream().map(Reproduction::quoted).collect(Collectors.joining(" "));
    }

    /** As short as it can be said from here. */
    private String shown(Path source) {
        Path relative = here.getRoot().equals(source.getRoot()) ? here.relativize(source) : source;
        return relative.toString().length() < source.toString().length() ? relative.toString() : source.toString();
    }
}
