package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.quantization.ActivityOutput;
import dev.bascule.studies.quantization.ActivityReader;
import dev.bascule.studies.quantization.AnswerReader;
import dev.bascule.studies.quantization.EmbeddingReader;
import dev.bascule.studies.quantization.NextTokenReader;
import dev.bascule.studies.quantization.QuantizationRequest.Data;
import dev.bascule.studies.quantization.Sample;
import dev.bascule.studies.quantization.SampleReader;
import dev.bascule.studies.quantization.SampleSplit;
import java.util.Collection;
import java.util.Optional;

/** How outputs of a model are read, by what it is asked. Stateless. */
final class SampleReaders {
    /** Where nobody says from which probability on something is there. */
    private static final double HALF = 0.5;

    private SampleReaders() {}

    static SampleReader of(Data data, ResolvedModel model, GraphProto graph, SampleSplit samples) {
        Optional<AnswerSpec> answer = model.usage().answer();
        if (TextSamples.isMeant(data)) {
            return answer.filter(AnswerSpec.Embedding.class::isInstance)
                    .<SampleReader>map(spec -> new EmbeddingReader((AnswerSpec.Embedding) spec))
                    .orElseGet(() -> new NextTokenReader(DecoderConfig.IDS, DecoderConfig.LOGITS));
        }
        Sample first = samples.evaluation().get(0);
        return Optional.of(first)
                .filter(Sample::isSequence)
                .flatMap(sequence ->
                        activity(answer, graph, sequence.then().carry().values()))
                .orElseGet(() -> AnswerReader.of(
                        model.inspection(), graph, samples.classes().size()));
    }

    private static Optional<SampleReader> activity(
            Optional<AnswerSpec> answer, GraphProto graph, Collection<String> carried) {
        return answer.filter(AnswerSpec.Activity.class::isInstance)
                .map(spec -> new ActivityReader(spec.output(), ((AnswerSpec.Activity) spec).threshold()))
                .or(() -> ActivityOutput.of(graph, carried).map(output -> new ActivityReader(output, HALF)))
                .map(SampleReader.class::cast);
    }
}
