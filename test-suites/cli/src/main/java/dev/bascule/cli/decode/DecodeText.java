package dev.bascule.cli.decode;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.decode.CacheSeen;
import dev.bascule.studies.decode.DecodeReport;
import dev.bascule.studies.decode.DepthTimes;
import dev.bascule.studies.decode.Encoding;
import dev.bascule.studies.decode.Judgement;
import dev.bascule.studies.decode.LogitsJudge;
import dev.bascule.studies.decode.OwnText;
import dev.bascule.studies.decode.Prefill;
import dev.bascule.studies.decode.TargetDecoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What {@code decode} says to people. Immutable. */
record DecodeText(Style style) {
    private static final int WORDS = 600;

    String of(DecodeReport report) {
        List<TargetDecoding> targets = report.targets();
        StringBuilder text = new StringBuilder();
        DecodeReport.Written written = report.written();
        text.append("%s%s: native CPU read %s and wrote %s%s; every target is forced along them%n%n"
                .formatted(
                        style.strong(report.model()),
                        report.seeded() ? " (seeded weights: its words mean nothing)" : "",
                        Figures.counted(written.prompt().size(), "token"),
                        Figures.counted(written.tokens().size(), "token"),
                        written.ended() ? ", the last of which is an end" : ""));
        report.source()
                .ifPresent(source -> text.append("its encoder was fed %s, once for all tokens%s%n%n"
                        .formatted(
                                brief(source),
                                report.seeded() ? "; of seeded weights only the speed means anything" : "")));
        text.append(speeds(targets)).append('\n');
        if (report.source().isPresent()) {
            text.append(encoders(targets)).append('\n');
        }
        text.append(prompts(targets)).append('\n');
        text.append(values(targets)).append('\n');
        for (int i = 0; i < targets.size(); i++) {
            int number = i + 1;
            lines(targets.get(i)).forEach(line -> text.append("[%d] %s%n".formatted(number, line)));
        }
        text.append(new PeerText(style).of(report));
        if (!report.absent().isEmpty()) {
            text.append("\nnot here: ")
                    .append(report.absent().stream()
                            .map(absent -> absent.backend())
                            .distinct()
                            .collect(Collectors.joining(", ")))
                    .append(style.faint(" (bascule doctor says why)"))
                    .append('\n');
        }
        written.promptText().ifPresent(words -> text.append("\nprompt: ").append(brief(words)));
        text.append('\n')
                .append(style.strong("written:"))
                .append(' ')
                .append(written.text()
                        .map(DecodeText::line)
                        .orElseGet(() -> "tokens "
                                + written.tokens().stream().map(String::valueOf).collect(Collectors.joining(" "))))
                .append('\n');
        if (written.chat().isPresent()) {
            for (int i = 0; i < targets.size(); i++) {
                text.append("[%d] %s%n".formatted(i + 1, answer(written, targets.get(i))));
            }
        }
        return text.toString();
    }

    /** What a target would have answered, as far as that is known. */
    private static String answer(DecodeReport.Written written, TargetDecoding target) {
        Optional<OwnText> own = target.judgement().flatMap(Judgement::own);
        return own.map(some -> some.whole() && some.tokens().equals(written.tokens())
                        ? "the same"
                        : some.words()
                                        .map(DecodeText::line)
                                        .orElseGet(() -> some.tokens().toString())
                                + (some.whole() ? "" : " … and on in a way of its own"))
                .orElse(
                        target.fault().isPresent()
                                ? "not known: it did not get through"
                                : "not known: not every position brought its logits");
    }

    private String speeds(List<TargetDecoding> targets) {
        TextTable table = new TextTable(
                "",
                "target",
                "graph",
                "caches in",
                "tokens/s",
                "at first",
                "at last",
                "p50",
                "p90",
                "p99",
                "read back",
                "verdict");
        for (int i = 0; i < targets.size(); i++) {
            TargetDecoding target = targets.get(i);
            List<DepthTimes.Span> spans = target.times().map(DepthTimes::spans).orElse(List.of());
            table.row(
                    "[%d]".formatted(i + 1),
                    words(target.target()),
                    target.graph(),
                    target.cache().map(CacheSeen::words).orElse("not shown"),
                    target.times()
                            .flatMap(DepthTimes::tokensPerSecond)
                            .map(Figures::significant)
                            .orElse("-"),
                    spans.isEmpty() ? "-" : span(spans.get(0)),
                    spans.size() < 2 ? "-" : span(spans.get(spans.size() - 1)),
                    target.times()
                            .flatMap(DepthTimes::summary)
                            .map(Summary::median)
                            .map(Figures::millis)
                            .orElse("-"),
                    percentile(target, true),
                    percentile(target, false),
                    target.cache()
                            .map(seen -> Figures.bytes(Math.round(seen.readBackBytes())) + "/token")
                            .orElse("-"),
                    verdict(target.verdict()));
        }
        return table.toString();
    }

    private String encoders(List<TargetDecoding> targets) {
        TextTable table = new TextTable("", "encoder: session", "first", "warm", "furthest value", "verdict");
        for (int i = 0; i < targets.size(); i++) {
            String number = "[%d]".formatted(i + 1);
            targets.get(i).encoding().ifPresent(encoding -> {
                boolean right = encoding.verdict().isRight();
                table.row(
                        number,
                        encoding.phases()
                                .create()
                                .filter(time -> right)
                                .map(Figures::duration)
                                .orElse("-"),
                        encoding.phases()
                                .first()
                                .filter(time -> right)
                                .map(Figures::duration)
                                .orElse("-"),
                        right ? warm(encoding.warm()) : "-",
                        encoding.furthest()
                                .map(off -> Figures.scientific(off) + " σ")
                                .orElse("-"),
                        verdict(encoding.verdict()));
            });
        }
        return table.toString();
    }

    static String span(DepthTimes.Span span) {
        return "%s (%d–%d)".formatted(Figures.significant(span.tokensPerSecond()), span.from(), span.to() - 1);
    }

    private static String percentile(TargetDecoding target, boolean p90) {
        return target.times()
                .flatMap(DepthTimes::summary)
                .map(all -> p90 ? all.p90() : all.p99())
                .filter(OptionalDouble::isPresent)
                .map(value -> Figures.millis(value.getAsDouble()))
                .orElse("-");
    }

    private static String verdict(Verdict verdict) {
        return verdict.name();
    }

    private String prompts(List<TargetDecoding> targets) {
        TextTable table = new TextTable(
                "", "prompt", "to the first token", "session", "first prefill", "warm prefill", "verdict");
        for (int i = 0; i < targets.size(); i++) {
            for (Prefill prefill : targets.get(i).prefills()) {
                boolean right = prefill.verdict().isRight();
                table.row(
                        "[%d]".formatted(i + 1),
                        Figures.counted(prefill.tokens(), "token"),
                        prefill.timeToFirstToken().map(Figures::duration).orElse("-"),
                        prefill.phases()
                                .create()
                                .filter(time -> right)
                                .map(Figures::duration)
                                .orElse("-"),
                        prefill.phases()
                                .first()
                                .filter(time -> right)
                                .map(Figures::duration)
                                .orElse("-"),
                        right ? warm(prefill.warm()) : "-",
                        verdict(prefill.verdict()));
            }
        }
        return table.toString();
    }

    private static String warm(Samples warm) {
        return Summary.of(warm).map(all -> Figures.millis(all.median())).orElse("-");
    }

    private String values(List<TargetDecoding> targets) {
        TextTable table =
                new TextTable("", "same token", "furthest logit", "KL mean", "KL worst", "perplexity", "of native CPU");
        for (int i = 0; i < targets.size(); i++) {
            String number = "[%d]".formatted(i + 1);
            targets.get(i)
                    .judgement()
                    .ifPresent(judged -> table.row(
                            number,
                            "%d of %d (%.1f %%)"
                                    .formatted(judged.agreeing(), judged.positions(), 100 * judged.agreement()),
                            "%s σ of %s"
                                    .formatted(
                                            Figures.scientific(judged.furthest()), Figures.significant(judged.limit())),
                            Figures.scientific(judged.meanDivergence()),
                            Figures.scientific(judged.worstDivergence()),
                            Figures.significant(judged.perplexity()),
                            Figures.significant(judged.referencePerplexity())));
        }
        return table.toString();
    }

    private List<String> lines(TargetDecoding target) {
        List<String> lines = new ArrayList<>();
        target.fault()
                .ifPresent(fault -> lines.add(style.bad("did not get through: ")
                        + brief(fault.failure().message())));
        target.encoding().flatMap(Encoding::wrong).ifPresent(why -> lines.add(style.bad("WRONG, encoder: ") + why));
        for (Prefill prefill : target.prefills()) {
            prefill.fault()
                    .ifPresent(fault -> lines.add(style.bad("prompt of %d: ".formatted(prefill.tokens()))
                            + brief(fault.failure().message())));
            prefill.judgement()
                    .flatMap(Judgement::wrong)
                    .ifPresent(why -> lines.add(style.bad("WRONG, prompt of %d: ".formatted(prefill.tokens())) + why));
        }
        target.judgement()
                .flatMap(Judgement::wrong)
                .ifPresent(why -> lines.add(style.bad("WRONG: ") + why + "; its speed is not shown"));
        target.judgement().flatMap(Judgement::first).ifPresent(first -> lines.add(disagreement(first)));
        target.judgement().flatMap(Judgement::own).ifPresent(own -> ending(own).ifPresent(lines::add));
        target.placement().ifPresent(placement -> lines.add(placement.words()));
        target.cache()
                .filter(seen -> !seen.isAt(target.kv()))
                .ifPresent(seen -> lines.add(style.bad("its caches were asked to be in %s, and were in %s"
                        .formatted(target.kv().word(), seen.words()))));
        if (target.cache().isEmpty() && target.fault().isEmpty() && target.kv() != CarryLocation.CPU) {
            lines.add("nothing shows where its caches were, which were asked to be in "
                    + target.kv().word());
        }
        target.times().ifPresent(times -> lines.addAll(shape(times)));
        target.memory().ifPresent(trend -> lines.add(memory(trend, target.target())));
        target.notes().forEach(lines::add);
        return lines;
    }

    private static Optional<String> ending(OwnText own) {
        return switch (own.ending()) {
            case SAME -> Optional.empty();
            case EARLIER ->
                Optional.of("its own text would end after %s, where native CPU writes on"
                        .formatted(Figures.counted(own.tokens().size(), "token")));
            case LATER -> Optional.of("its own text would go on where native CPU's ends");
            case UNKNOWN ->
                Optional.of("its own text is another from token %d on; where that ends is not known"
                        .formatted(own.tokens().size()));
        };
    }

    static String disagreement(LogitsJudge.Disagreement first) {
        return "first other token at position %d: %d instead of %d; native CPU's two best lie %.3g apart (%.3g σ)"
                .formatted(first.position(), first.got(), first.expected(), first.margin(), first.deviations());
    }

    private static List<String> shape(DepthTimes times) {
        List<String> lines = new ArrayList<>();
        times.knees()
                .forEach(knee -> lines.add("from depth %d on %s tokens/s, before %s"
                        .formatted(
                                knee.spills(), Figures.significant(knee.below()), Figures.significant(knee.above()))));
        times.lastingSlope()
                .ifPresent(slope -> lines.add("a token takes %s %s for each 1000 in the caches%s"
                        .formatted(
                                Figures.millis(Math.abs(1000 * slope.slope())),
                                slope.slope() > 0 ? "longer" : "less",
                                slope.ci95().map(ends -> interval(ends)).orElse(""))));
        return lines;
    }

    private static String interval(Interval ends) {
        return String.format(Locale.ROOT, " (95 %%: %.3g to %.3g ms)", 1000 * ends.low(), 1000 * ends.high());
    }

    private static String memory(Trend trend, Target target) {
        String ends = trend.ci95()
                .map(interval -> ", 95 %%: %s to %s".formatted(size(interval.low()), size(interval.high())))
                .orElse(", of too few readings for an interval");
        return "memory of its process%s: %s for each 1000 tokens%s"
                .formatted(
                        target.browser().isPresent() ? "es" : ", its JVM's heap included", size(trend.slope()), ends);
    }

    private static String size(double bytesPerToken) {
        long bytes = Math.round(1000 * bytesPerToken);
        return (bytes < 0 ? "−" : "+") + Figures.bytes(Math.abs(bytes));
    }

    private static String words(Target target) {
        String place = target.browser()
                .map(browser -> " in " + browser.label())
                .orElseGet(() ->
                        ", " + target.engine().name() + " " + target.engine().version());
        return target.backend().id() + place + (target.software().orElse(false) ? ", software" : "");
    }

    /** What a model wrote, whole: its length was asked for. */
    private static String line(String words) {
        return words.strip().replaceAll("\\s+", " ");
    }

    static String brief(String words) {
        String line = line(words);
        return line.length() <= WORDS ? line : line.substring(0, WORDS) + "…";
    }
}
