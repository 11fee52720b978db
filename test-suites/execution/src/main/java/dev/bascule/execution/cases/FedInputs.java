package dev.bascule.execution.cases;

import dev.bascule.fallback.attempt.CaseInputs;
import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a case is fed, with a hash over all of it. Stateless. */
public final class FedInputs {
    private FedInputs() {}

    /** Of tensors, step by step. */
    public static CaseInputs of(Feeds feeds, List<DimSize> dims, Optional<Long> seed) {
        MessageDigest digest = Sha256.digest();
        List<CaseInputs.Fed> fed = new ArrayList<>();
        feeds.inputs().forEach((name, steps) -> {
            if (!steps.isEmpty()) {
                fed.add(new CaseInputs.Fed(
                        name, steps.get(0).dtype(), steps.get(0).shape(), steps.size()));
            }
        });
        new TreeMap<>(feeds.inputs()).forEach((name, steps) -> {
            text(digest, "input " + name + " " + steps.size());
            steps.forEach(tensor -> tensor(digest, tensor));
        });
        new TreeMap<>(feeds.carry()).forEach((input, output) -> text(digest, "carry " + input + " " + output));
        return new CaseInputs(Sha256.hex(digest), fed, dims, seed);
    }

    /** Of published sets of values, which nothing generated; the shapes are those of the first. */
    public static CaseInputs ofSets(List<Map<String, Value>> sets) {
        MessageDigest digest = Sha256.digest();
        List<CaseInputs.Fed> fed = new ArrayList<>();
        sets.forEach(set -> {
            text(digest, "set " + set.size());
            new TreeMap<>(set).forEach((name, value) -> {
                text(digest, "input " + name);
                value(digest, value);
            });
        });
        sets.stream()
                .findFirst()
                .ifPresent(set -> set.forEach((name, value) -> {
                    if (value instanceof Value.One one) {
                        fed.add(new CaseInputs.Fed(
                                name, one.tensor().dtype(), one.tensor().shape(), 1));
                    }
                }));
        return new CaseInputs(Sha256.hex(digest), fed, List.of(), Optional.empty());
    }

    private static void value(MessageDigest digest, Value value) {
        if (value instanceof Value.One one) {
            tensor(digest, one.tensor());
        } else if (value instanceof Value.Many many) {
            text(digest, "sequence " + many.items().size());
            many.items().forEach(item -> value(digest, item));
        } else {
            text(digest, "nothing");
        }
    }

    private static void tensor(MessageDigest digest, Tensor tensor) {
        text(digest, tensor.dtype().wireName() + tensor.shape());
        digest.update(tensor.data());
    }

    /** Ends with a zero, so that two texts are never taken for one. */
    private static void text(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
