package dev.bascule.exact.kernel.text;

import static java.util.Map.entry;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Operators of strings, and those of ONNX's domain of classical machine learning that go with them. Stateless. */
public final class TextKernels {
    private TextKernels() {}

    public static Map<String, Kernel> all() {
        return Map.ofEntries(
                entry("RegexFullMatch", Kernel.of(Strings::regexFullMatch)),
                entry("StringConcat", Kernel.of(Strings::concat)),
                entry("StringNormalizer", Kernel.of(Strings::normalize)),
                entry("StringSplit", Strings::split),
                entry("TfIdfVectorizer", Kernel.of(Ngrams::tfIdfVectorizer)),
                entry("ai.onnx.ml.ArrayFeatureExtractor", Kernel.of(Features::extract)),
                entry("ai.onnx.ml.Binarizer", Kernel.of(Features::binarize)),
                entry("ai.onnx.ml.LabelEncoder", Kernel.of(Labels::encode)),
                entry("ai.onnx.ml.Normalizer", Kernel.of(Features::normalize)),
                entry("ai.onnx.ml.Scaler", Kernel.of(Features::scale)));
    }
}
