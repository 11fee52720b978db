package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.Strategy.Way;

/** What ranks that share a network must send to each other, all together, in all steps of a way. */
record StrategyTraffic(StrategyPlan plan, Way way) {
    /** Of what must be sent: headers are 66 of 1514 bytes on a link, and answers half as many. */
    private static final double MOST = 1.1;
    /** With each message, whatever its size: headers, answers, and what gloo announces. 420 to 570 were seen. */
    private static final double MESSAGE = 700;
    /** A ring's all-reduce goes round twice, in two parts a rank. */
    private static final int ROUND = 4;

    /** Activations, their gradients, and parameters' gradients. */
    double sentBytes() {
        Layout layout = way.layout();
        double activation = (double) Float.BYTES * SplitNetwork.WIDTH * plan.share(way);
        double added = reduces() * Collective.ALL_REDUCE.sentBytes(layout.shards(), activation);
        double passed = handed() * activation;
        double gradients = layout.all()
                .filter(rank -> layout.replica(rank) == 0)
                .mapToDouble(rank -> Collective.ALL_REDUCE.sentBytes(
                        layout.replicas(), (double) Float.BYTES * plan.network().parameters(layout, rank)))
                .sum();
        return plan.steps() * (added + passed + gradients);
    }

    /** More than this is more than talk of this way. */
    double most() {
        return MOST * sentBytes() + MESSAGE * messages();
    }

    /** Blocks' sums of a step, forward and backward, of all replicas. */
    private double reduces() {
        return 2.0 * plan.blocks() * way.layout().replicas();
    }

    /** Activations of a step that go to the next stage, and gradients that come back. */
    private double handed() {
        Layout layout = way.layout();
        return 2.0 * (layout.stages() - 1) * layout.shards() * layout.replicas();
    }

    private double messages() {
        Layout layout = way.layout();
        double groups = (double) layout.stages() * layout.shards();
        double meeting = layout.ranks() * Math.ceil(Math.log(layout.ranks()) / Math.log(2));
        return plan.steps()
                        * (way.microBatches() * (reduces() * ring(layout.shards()) + handed())
                                + groups * ring(layout.replicas())
                                + meeting)
                + 2 * meeting;
    }

    private static double ring(int ranks) {
        return (double) ROUND * ranks * (ranks - 1);
    }
}
