package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What reads the rows of a table. Stateless. */
final class TableModels {
    /** Columns and classes of Jannis, one of the paper's sets. */
    private static final int COLUMNS = 54;

    private static final int CLASSES = 4;

    static final List<ZooModel> MICRO = List.of(table(
            "ft-transformer-micro",
            "FT-Transformer of width 32, 2 blocks, 8 columns",
            new FtTransformer(8, 32, 2, 4, 40, CLASSES)));

    static final List<ZooModel> PUBLISHED = List.of(table(
            "ft-transformer",
            "FT-Transformer, the paper's default size, 54 columns",
            new FtTransformer(COLUMNS, 192, 3, 8, 256, CLASSES)));

    private TableModels() {}

    static ZooModel table(String id, String description, FtTransformer network) {
        return new ZooModel(
                id, Family.OTHER, "tabular-classification", Optional.empty(), description, network, Map.of(), Map.of());
    }
}
