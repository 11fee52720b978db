package dev.bascule.app.orders;

import java.util.Map;

/** How a document that comes back names a file that was sent. Stateless. */
final class BlobWord {
    private BlobWord() {}

    static String of(String sha256) {
        return "blob:" + sha256;
    }

    /** The document with the submitter's own words for its files, by SHA-256. */
    static String replaced(String json, Map<String, String> references) {
        String text = json;
        for (Map.Entry<String, String> file : references.entrySet()) {
            text = text.replace(
                    of(file.getKey()), file.getValue().replace("\\", "\\\\").replace("\"", "\\\""));
        }
        return text;
    }
}
