// The API's types by the names that the pages know them by. schema.ts is made of the API's own description: see scripts/types.mjs.
import type { Session } from './schema';

export type { Audit as Audited, AuditEntry, Catalog, CellProgress, Job, JobDetail, JobRequest, Jobs, LogLine, Plan, Problem } from './schema';
export type { Facet as Facets, FacetValue as Facet, Matrix, MatrixCell, MatrixColumn, MatrixRow, Page } from './schema';
export type { Cell as CellAnswer, RunAttempt as Attempt, RunCell as CellDetail, RunEvidence as Evidence } from './schema';
export type { RunMachine, RunTarget, RunTiming as Timing } from './schema';
export type { Run as RunHeading, Runs } from './schema';
export type { Machine as MachineSeen, Machines, Target as TargetSeen, Targets } from './schema';
export type { ScoresDocument } from './schema';
export type { SeriesAnalysis } from './schema';
export type { ComparisonCase, ComparisonDocument, ComparisonEstimate, ComparisonGroup } from './schema';
export type { PredictedGap, PredictedTime, PredictionFacts, PredictionLayer, PredictionResult, Predictions, PredictionTarget } from './schema';
export type { PoolAttempt, PoolCounts, PoolJob, PoolJobDetail, PoolJobs, PoolMachine, PoolOutlook, PoolRun, PoolRuns, PoolStanding, PoolTime, PoolWorker, PoolWorkers } from './schema';
export type { Training, TrainingLayer, TrainingReplica, TrainingRun, Trainings, TrainingHeading, TrainingsComparedDocument as TrainingsCompared, TrainingsComparedPair, TrainingsComparedPlace } from './schema';
export type { Quantization, QuantizationAdvised, QuantizationChart, QuantizationHeading, QuantizationLayer, QuantizationPoint, Quantizations, QuantizationTarget, QuantizationVariant } from './schema';
export type { Devices, DeviceLink } from './schema';
export type { GeneratedFile, GeneratedTest, Schedule, Schedules, Series, SeriesPoint } from './schema';

export type Standing = Session;
