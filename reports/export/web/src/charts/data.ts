// What the charts are drawn from: plain data, as the report carries it and the dashboard's API gives it. Times are in
// milliseconds, sizes in bytes. What was not measured is not there; it is never 0.

/** An interval of 95 %. */
export type Ends = readonly [low: number, high: number];

/** The warm inferences of one attempt, in the order measured. */
export interface SamplesData {
  readonly kind: 'samples';
  readonly warmUp: readonly number[];
  readonly measured: readonly number[];
  readonly median: number;
  readonly ends?: Ends;
}

/** One model's samples on several targets. */
export interface DistributionData {
  readonly kind: 'distribution';
  readonly rows: readonly {
    readonly label: string;
    readonly samples: readonly number[];
    readonly median: number;
    readonly ends?: Ends;
  }[];
}

/** Where the time of an attempt goes, on several targets. */
export interface PhasesData {
  readonly kind: 'phases';
  readonly rows: readonly {
    readonly label: string;
    readonly fetch?: number;
    readonly create?: number;
    readonly first?: number;
    /** The median of the warm inferences. */
    readonly warm?: number;
    readonly dispose?: number;
  }[];
}

/** The user's clock: what each step took from a file's bytes to the model's outputs, on several targets; medians. */
export interface StepsData {
  readonly kind: 'steps';
  readonly rows: readonly {
    readonly label: string;
    /** The median of the whole way, which the steps' medians need not add up to. */
    readonly total?: number;
    readonly decode?: number;
    readonly features?: number;
    readonly upload?: number;
    readonly inference?: number;
    readonly download?: number;
    readonly postProcessing?: number;
  }[];
}

/** What an attempt needs, on several targets. */
export interface MemoryData {
  readonly kind: 'memory';
  /** What the model's tensors need at least by their shapes, where somebody computed it. */
  readonly estimate?: number;
  readonly rows: readonly {
    readonly label: string;
    readonly peak: number;
    readonly after?: number;
  }[];
}

/** How many times as long as a base, a row each. */
export interface RatiosData {
  readonly kind: 'ratios';
  readonly base: string;
  readonly rows: readonly {
    readonly label: string;
    readonly ratio: number;
    readonly ends?: Ends;
    /** What else is known of it. */
    readonly beside?: string;
  }[];
}

/** Readings in the order read, with the growth that was found in them. */
export interface SeriesData {
  readonly kind: 'series';
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  /** A straight line from the reading of this index to the last. */
  readonly trend?: { readonly from: number; readonly start: number; readonly slope: number };
}

/** A quantity over the batch. */
export interface CurveData {
  readonly kind: 'curve';
  readonly quantity: string;
  readonly unit: string;
  readonly points: readonly { readonly batch: number; readonly value: number; readonly ends?: Ends }[];
  readonly chosen?: number;
}

/** Lines over a number, such as losses over steps. */
export interface LinesData {
  readonly kind: 'lines';
  readonly name: string;
  /** What the number is. */
  readonly over: string;
  readonly unit: string;
  /** Whether equal heights are equal factors. */
  readonly log?: boolean;
  readonly from?: number;
  readonly to?: number;
  readonly lines: readonly { readonly label: string; readonly points: readonly (readonly [number, number])[] }[];
}

/** From the backend expected to the one that ran. */
export interface FlowData {
  readonly kind: 'flow';
  readonly flows: readonly {
    readonly from: string;
    readonly to: string;
    readonly count: number;
    readonly tone: 'kept' | 'fell' | 'failed' | 'none';
  }[];
}

/** A measured figure over time, run by run, with the places where its level changed. */
export interface TrendData {
  readonly kind: 'trend';
  readonly points: readonly {
    /** Milliseconds since 1970. */
    readonly at: number;
    readonly value: number;
    readonly ends?: Ends;
    readonly label?: string;
  }[];
  /** Indices of the first points of a new level. */
  readonly changes: readonly number[];
  /** Indices of points unlike their neighbors. */
  readonly anomalies?: readonly number[];
}

/** What one quantity costs in another, a mark a variant. Only what was measured in both is among the points. */
export interface FrontData {
  readonly kind: 'front';
  readonly x: { readonly name: string; readonly unit: string };
  readonly y: { readonly name: string; readonly unit: string };
  readonly points: readonly {
    readonly label: string;
    readonly x: number;
    readonly xEnds?: Ends;
    readonly y: number;
    readonly yEnds?: Ends;
    readonly role: 'original' | 'front' | 'dominated' | 'flagged';
  }[];
}

/** Bars of names; a value that is not there was not measured. */
export interface BarsData {
  readonly kind: 'bars';
  readonly name: string;
  readonly unit: string;
  /** Names of the bars of a row, in order. */
  readonly series: readonly string[];
  readonly rows: readonly { readonly label: string; readonly values: Readonly<Record<string, number>> }[];
}

/** How many numbers lie where, before and after, in bins of one width. */
export interface HistogramData {
  readonly kind: 'histogram';
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export type ChartData =
  | SamplesData
  | DistributionData
  | PhasesData
  | StepsData
  | MemoryData
  | RatiosData
  | SeriesData
  | CurveData
  | LinesData
  | FlowData
  | FrontData
  | BarsData
  | HistogramData
  | TrendData;
