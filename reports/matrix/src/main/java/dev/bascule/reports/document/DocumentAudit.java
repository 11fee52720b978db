package dev.bascule.reports.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.reports.audit.AuditFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds the cells of a document against those of the document that its own record makes: what is derived from samples, outcomes and
 * counts, and what a cell repeats of its decisive attempt. Scores are not looked at, for their formula differs between builds;
 * they are computed anew like all of these. Belongs to one thread.
 */
final class DocumentAudit {
    private static final Set<String> DERIVED = Set.of(
            "verdict",
            "actual",
            "ok",
            "n",
            "median",
            "p90",
            "p99",
            "mean",
            "ci95",
            "ratio",
            "pairs",
            "inferenceShare",
            "decode",
            "features",
            "upload",
            "inference",
            "download",
            "postProcessing",
            "warmMs",
            "warmUpMs",
            "baselineMs",
            "ownMs",
            "fromMs",
            "toMs",
            "elements",
            "outside",
            "class",
            "proven",
            "requested");

    /** What no two roundings of the same sum differ by. */
    private static final double ROUNDING = 1e-9;

    /** Of old documents without the ends of blocks; they are divided evenly, which moves a ratio a little. */
    private static final double UNRECORDED = 1.5;

    private final List<AuditFinding> findings = new ArrayList<>();
    private String cell = "";

    private DocumentAudit() {}

    /**
     * @param read the document as it was
     * @param made of the record that it was read to
     */
    static List<AuditFinding> doubts(JsonNode read, JsonNode made) {
        DocumentAudit audit = new DocumentAudit();
        for (int i = 0; i < made.path("cells").size(); i++) {
            JsonNode own = made.path("cells").get(i);
            audit.cell = "%s on %s"
                    .formatted(own.path("caseId").asText(), own.path("target").asText());
            audit.compare("", "", read.path("cells").path(i), own);
        }
        audit.cell = "the run";
        read.path("summary")
                .path("verdicts")
                .properties()
                .forEach(verdict -> audit.compare(
                        "summary.verdicts." + verdict.getKey(),
                        "verdict",
                        verdict.getValue(),
                        made.path("summary").path("verdicts").path(verdict.getKey())));
        return audit.findings;
    }

    private void compare(String path, String name, JsonNode read, JsonNode made) {
        if (read.isNull() || read.isMissingNode()) {
            return;
        }
        if (read.isObject() && made.isObject()) {
            boolean blocksUnknown = read.has("ratio") && !read.has("ownBlocks") && !read.has("toBlocks");
            for (Map.Entry<String, JsonNode> field : read.properties()) {
                String below = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
                JsonNode own = made.path(field.getKey());
                if (blocksUnknown && Set.of("ratio", "ci95", "pairs").contains(field.getKey())) {
                    ratio(below, field.getKey(), field.getValue(), own);
                } else if (!field.getKey().equals("reasons")) {
                    compare(below, field.getKey(), field.getValue(), own);
                }
            }
        } else if (read.isArray() && made.isArray() && read.size() == made.size()) {
            for (int i = 0; i < read.size(); i++) {
                compare("%s[%d]".formatted(path, i), name, read.get(i), made.get(i));
            }
        } else if (DERIVED.contains(name) && !same(name, read, made)) {
            findings.add(new AuditFinding(
                    cell, "%s is %s, its samples and outcomes give %s".formatted(path, words(read), words(made))));
        }
    }

    /** Of what is not known to the block only what is far off is a contradiction. */
    private void ratio(String path, String name, JsonNode read, JsonNode made) {
        if (name.equals("ratio")) {
            double off = Math.abs(Math.log(read.asDouble() / made.asDouble()));
            if (!(off <= Math.log(UNRECORDED))) {
                findings.add(new AuditFinding(
                        cell, "%s is %s, its samples give about %s".formatted(path, words(read), words(made))));
            }
        }
    }

    private static boolean same(String name, JsonNode read, JsonNode made) {
        if (read.isNumber() && made.isNumber()) {
            double one = read.asDouble();
            double other = made.asDouble();
            return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other));
        }
        // What earlier builds found wrong for having nothing to compare is found wrong by its outcome.
        return read.equals(made) || (name.equals("ok") && !read.asBoolean());
    }

    private static String words(JsonNode node) {
        String text = node.isMissingNode() || node.isNull() ? "nothing" : node.toString();
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
