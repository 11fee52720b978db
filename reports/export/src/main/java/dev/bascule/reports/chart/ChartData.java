package dev.bascule.reports.chart;

import java.util.Map;

/**
 * The data of one chart, in the shape that {@code reports/export/web/src/charts/data.ts} names: times in milliseconds, sizes in
 * bytes; what was not measured is left out.
 */
public sealed interface ChartData
        permits SamplesChart,
                DistributionChart,
                PhasesChart,
                StepsChart,
                MemoryChart,
                RatiosChart,
                SeriesChart,
                CurveChart,
                LinesChart,
                FlowChart,
                FrontChart,
                BarsChart,
                HistogramChart {

    /** Which chart it is. */
    String kind();

    /** Its fields but the kind, as JSON has them: numbers, text, lists and maps. */
    Map<String, Object> fields();
}
