package dev.bascule.benchmark;

import dev.bascule.benchmark.forecast.ForecastCampaign;
import java.nio.file.Path;
import java.util.List;

/**
 * Forecasts runs of a real coordinator with three confined workers of this machine, then runs them, and says whether they came as forecast:
 * the order of policies, gains within 5 points, and each component. A forecast from an overhead that is set wrong must miss.
 *
 * <p>{@code mvn -q -pl test-suites/cli -am -Pbenchmark -Dbenchmark=ForecastBenchmark -DskipTests verify -Dexec.args=FOLDER}, where FOLDER is
 * not there yet and takes fleet, workloads, forecasts, records and {@code report.md}. On 2 cores about 20 minutes in which nothing else may run;
 * {@code -Dseeds=N} runs so many seeds (5), {@code -Dminutes=N} leaves out seeds beyond that time (20), {@code -Dcalibrations=N} measures each kind so
 * often on each worker (6), {@code -Dlong=N} is of how many jobs the one long run is that is replayed (110; 0 for none), {@code -Dpolicies=fifo,assignment,delay} are the policies,
 * {@code -Dworkloads=batch,steady} leaves the others out, and {@code
 * -Dbascule.corpora=DIR} is where {@code onnx-node} lies. Needs root on Linux: workers get shares of processors by control groups.
 */
public final class ForecastBenchmark {
    private ForecastBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        OwnClassPath.tell();
        ForecastCampaign campaign = new ForecastCampaign(
                Path.of(arguments[0]),
                Path.of(System.getProperty("bascule.corpora", "../shared/corpora"), "onnx-node"),
                Integer.getInteger("seeds", 5),
                Integer.getInteger("minutes", 20),
                Integer.getInteger("calibrations", 6),
                Integer.getInteger("long", 110),
                List.of(System.getProperty("policies", "fifo,assignment,delay").split(",")),
                List.of(System.getProperty("workloads", "").split(",")));
        System.exit(campaign.run() ? 0 : 1);
    }
}
