package dev.bascule.studies.scenario;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What pages that were read come to.
 *
 * @param labels what each page says
 * @param read what was read of them, perhaps of fewer
 * @param reference what native CPU read of them; empty where it is native CPU
 */
record PageTally(List<String> labels, List<PageRead> read, Optional<List<PageRead>> reference) {
    private static final int TOLD = 3;

    PageTally {
        labels = List.copyOf(labels.subList(0, read.size()));
        read = List.copyOf(read);
    }

    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        if (read.isEmpty()) {
            return figures;
        }
        List<String> said = texts(read);
        figures.add(Figure.single("pages read", "pages", read.size()));
        figures.add(ErrorRate.figure("character error rate", labels, said));
        if (read.size() >= ErrorRate.FEWEST) {
            figures.add(ErrorRate.figure("character error rate, labels shuffled", Proportion.shuffled(labels), said));
        }
        figures.add(Proportion.figure("pages without an error", equal(labels, said)));
        figures.add(counted("boxes a page"));
        figures.add(times("page: whole", read.stream().map(PageRead::whole).toList()));
        for (PageRead.Part part : PageRead.Part.values()) {
            figures.add(times(
                    "page: " + part.words(),
                    read.stream()
                            .map(page -> page.times().getOrDefault(part, Duration.ZERO))
                            .toList()));
        }
        reference.filter(other -> !other.isEmpty()).ifPresent(other -> figures.addAll(beside(said, other)));
        return figures;
    }

    private List<Figure> beside(List<String> said, List<PageRead> other) {
        int both = Math.min(read.size(), other.size());
        List<Figure> figures = new ArrayList<>();
        figures.add(ErrorRate.figure("character error rate, native CPU", labels.subList(0, both), texts(other)));
        figures.addAll(Proportion.beside(equal(labels, said), equal(labels.subList(0, both), texts(other)), "pages"));
        return figures;
    }

    private Figure counted(String name) {
        List<Double> lines = read.stream().map(page -> (double) page.lines()).toList();
        double mean = lines.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return new Figure(name, "boxes", lines, Optional.of(mean), Optional.empty());
    }

    private static Figure times(String name, List<Duration> times) {
        return Figure.ofTimes(
                name,
                Samples.ofMillis(
                        times.stream().mapToDouble(time -> time.toNanos() / 1e6).toArray()));
    }

    private static List<String> texts(List<PageRead> pages) {
        return pages.stream().map(PageRead::text).toList();
    }

    private static List<Boolean> equal(List<String> labels, List<String> said) {
        return IntStream.range(0, Math.min(labels.size(), said.size()))
                .mapToObj(i -> labels.get(i).equals(said.get(i)))
                .toList();
    }

    /** Why the target is wrong; empty where it reads what native CPU reads. */
    Optional<ScenarioFailure> otherwise() {
        List<String> here = texts(read);
        List<String> there = texts(reference.orElse(List.of()));
        List<Integer> differing = IntStream.range(0, Math.min(here.size(), there.size()))
                .filter(i -> !here.get(i).equals(there.get(i)))
                .boxed()
                .toList();
        return differing.stream()
                .findFirst()
                .map(i -> ScenarioFailure.wrong(
                        "%d of %d pages are not read as native CPU reads them: page %d is %s here and %s there"
                                .formatted(
                                        differing.size(),
                                        Math.min(here.size(), there.size()),
                                        i + 1,
                                        quoted(here.get(i)),
                                        quoted(there.get(i)))));
    }

    /** Some of the pages that were read wrongly. */
    List<String> notes() {
        return IntStream.range(0, read.size())
                .filter(i -> !labels.get(i).equals(read.get(i).text()))
                .limit(TOLD)
                .mapToObj(i -> "page %d says %s, and %s was read"
                        .formatted(
                                i + 1, quoted(labels.get(i)), quoted(read.get(i).text())))
                .toList();
    }

    private static String quoted(String text) {
        return "'" + text.replace("\n", " / ") + "'";
    }
}
