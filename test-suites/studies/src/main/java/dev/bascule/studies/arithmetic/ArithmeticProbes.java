package dev.bascule.studies.arithmetic;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.arithmetic.SparseSum.Term;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import dev.bascule.studies.profile.NumberFormats;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The operators whose sums are asked, each in three formats. Stateless. */
public final class ArithmeticProbes {
    /** The word that their ids begin with. */
    public static final String SUITE = "arithmetic";

    private static final long OPSET = 17;
    /** Terms of a sum: full blocks of every vector width, and sixteen channels of nine weights. */
    private static final int LENGTH = 144;

    /** It is asked how sums come out, and not whether they are right. */
    private static final Tolerance ANYTHING =
            new Tolerance(new ElementTolerance.Close(Float.MAX_VALUE, 0), "any finite number");

    private ArithmeticProbes() {}

    public static List<ArithmeticProbe> all() {
        return Stream.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16)
                .flatMap(dtype -> of(dtype).stream())
                .toList();
    }

    /** Those of one format. */
    static List<ArithmeticProbe> of(DType dtype) {
        Sums sums = new Sums(dtype);
        return List.of(sums.matMul(), sums.vector(), sums.gemm(), sums.pointwiseConv(), sums.conv(), sums.reduceSum());
    }

    /** The questions of one format, and their sums in a row. */
    private record Sums(DType dtype, List<Question> questions, List<SparseSum> flat) {
        Sums(DType dtype) {
            this(dtype, Questions.of(dtype, LENGTH));
        }

        private Sums(DType dtype, List<Question> questions) {
            this(
                    dtype,
                    questions,
                    questions.stream()
                            .flatMap(question -> question.sums().stream())
                            .toList());
        }

        ArithmeticProbe matMul() {
            int count = flat.size();
            return probe(
                    "MatMul",
                    "MatMul",
                    List.of(dense(Term::a, false, count, LENGTH), dense(Term::b, true, LENGTH, count)),
                    List.of(),
                    Shape.of(count, count));
        }

        /** A product of a row and a column, as decoding has them: often a kernel of its own. */
        ArithmeticProbe vector() {
            int count = flat.size();
            return probe(
                    "MatMul",
                    "MatMul of vectors",
                    List.of(dense(Term::a, false, count, 1, LENGTH), dense(Term::b, false, count, LENGTH, 1)),
                    List.of(),
                    Shape.of(count, 1, 1));
        }

        ArithmeticProbe gemm() {
            int count = flat.size();
            return probe(
                    "Gemm",
                    "Gemm",
                    List.of(dense(Term::a, false, count, LENGTH)),
                    List.of(dense(Term::b, false, count, LENGTH)),
                    Shape.of(count, count),
                    Attributes.integer("transB", 1));
        }

        ArithmeticProbe pointwiseConv() {
            int count = flat.size();
            return probe(
                    "Conv",
                    "Conv 1x1",
                    List.of(dense(Term::a, true, 1, LENGTH, 1, count)),
                    List.of(dense(Term::b, false, count, LENGTH, 1, 1)),
                    Shape.of(1, count, 1, count));
        }

        ArithmeticProbe conv() {
            int count = flat.size();
            return probe(
                    "Conv",
                    "Conv 3x3",
                    List.of(dense(Term::a, false, count, LENGTH / 9, 3, 3)),
                    List.of(dense(Term::b, false, count, LENGTH / 9, 3, 3)),
                    Shape.of(count, count, 1, 1));
        }

        /** Of numbers and not of products, so that whether those are rounded is not asked. */
        ArithmeticProbe reduceSum() {
            List<Question> plain = questions.stream()
                    .filter(question -> question.kind() != Question.Kind.FUSED)
                    .toList();
            Sums all = new Sums(dtype, plain);
            return all.probe(
                    "ReduceSum",
                    "ReduceSum",
                    List.of(all.dense(term -> term.a() * term.b(), false, all.flat.size(), LENGTH)),
                    List.of(Tensor.of(
                            DType.INT64,
                            Shape.of(1),
                            ByteBuffer.allocate(Long.BYTES)
                                    .order(ByteOrder.LITTLE_ENDIAN)
                                    .putLong(1)
                                    .flip())),
                    Shape.of(all.flat.size()),
                    Attributes.integer("keepdims", 0));
        }

        /** One factor of every sum, one sum to a row, or to a column where turned. */
        private Tensor dense(ToDoubleFunction<Term> factor, boolean turned, long... dims) {
            double[] values = new double[flat.size() * LENGTH];
            for (int sum = 0; sum < flat.size(); sum++) {
                for (Term term : flat.get(sum).terms()) {
                    values[turned ? term.at() * flat.size() + sum : sum * LENGTH + term.at()] =
                            factor.applyAsDouble(term);
                }
            }
            return NumberFormats.tensor(dtype, Shape.of(dims), values);
        }

        private ArithmeticProbe probe(
                String operator,
                String title,
                List<Tensor> fed,
                List<Tensor> constants,
                Shape out,
                AttributeProto... attributes) {
            GraphProto.Builder graph = GraphProto.newBuilder().setName(title);
            Map<String, Value> inputs = new LinkedHashMap<>();
            List<String> names = new ArrayList<>();
            for (Tensor tensor : fed) {
                names.add("x" + names.size());
                graph.addInput(Protos.typed(names.get(names.size() - 1), tensor));
                inputs.put(names.get(names.size() - 1), Value.of(tensor));
            }
            for (Tensor tensor : constants) {
                names.add("w" + names.size());
                graph.addInitializer(Protos.tensor(names.get(names.size() - 1), tensor));
            }
            graph.addNode(Protos.node(operator, title, names, List.of(ArithmeticProbe.OUTPUT), attributes));
            int stride = Math.toIntExact(out.elements() == flat.size() ? 1 : flat.size() + 1L);
            double[] exact = new double[Math.toIntExact(out.elements())];
            for (int i = 0; i < flat.size(); i++) {
                exact[i * stride] = flat.get(i).exact();
            }
            Tensor expected = NumberFormats.tensor(dtype, out, exact);
            graph.addOutput(Protos.typed(ArithmeticProbe.OUTPUT, expected));
            String id = "%s-%s"
                    .formatted(
                            title.toLowerCase(Locale.ROOT).replace(' ', '-'),
                            dtype.name().toLowerCase(Locale.ROOT));
            return new ArithmeticProbe(
                    title,
                    dtype,
                    questions,
                    ConformanceCase.made(
                            SUITE,
                            "probe",
                            id,
                            OPSET,
                            graph,
                            Map.of(operator, 1),
                            new DataSet(inputs, Map.of(ArithmeticProbe.OUTPUT, Value.of(expected))),
                            ANYTHING),
                    stride);
        }
    }
}
