package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphShapesTest {
    private final GraphShapes shapes = new GraphShapes();

    private void value(String name, long... dims) {
        shapes.value(name, DType.FLOAT32, Shape.of(dims));
    }

    private Shape of(String operator, String... inputs) {
        shapes.node(Protos.node(operator, "node", List.of(inputs), List.of("y")));
        return shapes.of("y").orElseThrow().shape();
    }

    @Test
    void a_vector_is_a_row_on_the_left_of_a_product_and_a_column_on_the_right() {
        value("vector", 3);
        value("matrices", 2, 3, 4);
        value("turned", 2, 4, 3);

        assertThat(of("MatMul", "vector", "matrices")).isEqualTo(Shape.of(2, 4));
        assertThat(of("MatMul", "turned", "vector")).isEqualTo(Shape.of(2, 4));
        assertThat(of("MatMul", "vector", "vector")).isEqualTo(Shape.of());
        assertThat(of("MatMul", "turned", "matrices")).isEqualTo(Shape.of(2, 4, 4));
    }

    @Test
    void whole_numbers_are_followed_as_far_as_they_are_made_of_constants_and_shapes() {
        value("x", 5, 7);
        shapes.constant("first", Tensor.longs(Shape.of(1), 0));
        shapes.node(Protos.node("Shape", "shape", List.of("x"), List.of("dims")));
        shapes.node(Protos.node("Gather", "gather", List.of("dims", "first"), List.of("batch")));
        shapes.node(Protos.node("ArgMax", "argmax", List.of("x"), List.of("best")));

        assertThat(shapes.numbers("batch")).contains(List.of(5L));
        assertThat(shapes.numbers("best")).isEmpty();
    }
}
