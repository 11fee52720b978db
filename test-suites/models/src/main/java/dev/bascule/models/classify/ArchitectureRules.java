package dev.bascule.models.classify;

/** The architecture by its motifs. Stateless. */
final class ArchitectureRules {
    private ArchitectureRules() {}

    static Finding<ArchitectureKind> find(Motifs motifs) {
        Ballot<ArchitectureKind> ballot = new Ballot<>();
        if (motifs.attends()) {
            TransformerRules.add(ballot, motifs);
        } else if (motifs.recurs()) {
            SequenceRules.recurrent(ballot, motifs);
        } else {
            SequenceRules.convolutional(ballot, motifs);
            SequenceRules.dense(ballot, motifs);
            PictureRules.add(ballot, motifs);
        }
        return ballot.finding("it has none of the motifs that tell architectures apart: "
                + (motifs.histogram().isEmpty() ? "the graph is empty" : "the graph has " + operators(motifs)));
    }

    private static String operators(Motifs motifs) {
        return String.join(
                ", ",
                motifs.histogram().entrySet().stream()
                        .sorted((a, b) -> Integer.compare(b.getValue(), a.getValue()))
                        .limit(5)
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .toList());
    }
}
