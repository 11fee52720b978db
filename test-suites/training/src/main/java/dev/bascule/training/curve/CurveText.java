package dev.bascule.training.curve;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Curves as text: a line a point. Stateless. */
public final class CurveText {
    private CurveText() {}

    /** RFC 4180, with a head: {@code curve,step,value,when}. Values that are no numbers are {@code NaN}, {@code Infinity}, {@code -Infinity}. */
    public static String csv(List<Curve> curves) {
        StringBuilder text = new StringBuilder("curve,step,value,when\r\n");
        for (Curve curve : curves) {
            for (Curve.Point point : curve.points()) {
                text.append(curve.tag())
                        .append(',')
                        .append(point.step())
                        .append(',')
                        .append(point.value())
                        .append(',')
                        .append(point.when())
                        .append("\r\n");
            }
        }
        return text.toString();
    }

    /** JSON Lines; JSON has no word for values that are no numbers, so that they are texts. */
    public static String jsonLines(List<Curve> curves) {
        StringBuilder text = new StringBuilder();
        for (Curve curve : curves) {
            for (Curve.Point point : curve.points()) {
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("curve", curve.tag());
                line.put("step", point.step());
                line.put("value", Float.isFinite(point.value()) ? point.value() : String.valueOf(point.value()));
                line.put("when", point.when().toString());
                text.append(json(line)).append('\n');
            }
        }
        return text.toString();
    }

    private static String json(Map<String, Object> line) {
        try {
            return Json.MAPPER.writeValueAsString(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers are JSON", e);
        }
    }
}
