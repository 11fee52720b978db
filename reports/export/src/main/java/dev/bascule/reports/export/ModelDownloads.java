package dev.bascule.reports.export;

import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.fallback.run.RunRecord;
import java.util.List;

/** The models that the network brought for a run. Stateless. */
final class ModelDownloads {
    private ModelDownloads() {}

    static List<ModelSupply> of(RunRecord record) {
        return record.models().stream()
                .filter(model -> model.download().isPresent())
                .toList();
    }
}
