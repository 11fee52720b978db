// One cell with everything that is known of it, in a panel.
import type { CellAnswer, CellDetail, RunTarget } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { Context } from '../app/view';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { Panel } from '../dom/panel';
import { settingsOf } from '../state/job-request';
import { withCode } from '../widgets/states';
import { facts } from '../widgets/table';
import { verdictChip } from '../widgets/verdict';
import { measuredIn } from '../words/shared';
import { count, dateTime, millis, range, scientific, sigma, significant, speed } from '../words/format';
import { attemptPart } from './cell-attempt';
import { evidencePart, machinePart } from './cell-evidence';
import { timingPart } from './cell-timing';

export function CellPanel({ context: { api }, id, closed }: { context: Context; id: string; closed: () => void }): Markup {
  const answer = useAnswer((signal) => api.get<CellAnswer>(`/cells/${encodeURIComponent(id)}`, {}, signal));
  return h(Panel, { title: answer.value?.cell.model.name ?? 'Cell', closed }, shown(answer, 'the cell', content));
}

function content(answer: CellAnswer): Markup {
  const { cell, run, targets } = answer;
  const target = targets.find((one) => one.id === cell.target);
  return h(
    'div',
    { class: 'cell-detail' },
    h('p', { class: 'lead' }, verdictChip(cell.verdict), ' ', cell.chain.join(' → '), target === undefined ? '' : ` in ${place(target)}`),
    actions(answer, target),
    cell.timing === null ? [attempts(answer), key(answer)] : [whyNot(answer), key(answer), timingPart(answer), attempts(answer)],
    evidencePart(cell.evidence, target),
    machinePart(answer.machine),
    h('h3', null, 'Run it again'),
    commandLine(cell.reproduce),
    h('p', { class: 'soft' }, `From run ${run.id} of ${dateTime(run.startedAt)}, suite ${run.suite}. `, h('a', { href: `/api/v1/runs/${encodeURIComponent(run.id)}/report.html`, target: '_blank', rel: 'noopener' }, 'Report of this run')),
  );
}

function attempts({ cell, targets }: CellAnswer): Child {
  return [h('h3', null, cell.attempts.length === 1 ? 'The attempt' : 'Attempts, in order'), cell.attempts.map((attempt) => attemptPart(attempt, targets))];
}

/** Of a cell that has its figures, what kept it from more: the attempts further down tell the rest. */
function whyNot({ cell }: CellAnswer): Child {
  return cell.attempts.flatMap((attempt) => (attempt.error === null ? [] : [h('p', null, h('strong', null, `Not on ${attempt.backend}: `), withCode(attempt.error.message))]));
}

/** Browser and version, or the native engine. */
export function place(target: CellAnswer['targets'][number]): string {
  return target.browser === null ? `native ${target.engine.name} ${target.engine.version}` : `${target.browser.name} ${target.browser.version}`;
}

function actions({ id, cell }: CellAnswer, target: RunTarget | undefined): Markup {
  const link = (label: string, href: string): Markup => h('a', { class: 'button', href }, label);
  return h(
    'p',
    { class: 'actions' },
    link('Over time', hrefOf({ page: 'time' }, { cell: id })),
    link('Compare', hrefOf({ page: 'compare' }, { model: cell.model.name })),
    link('Hardware', hrefOf({ page: 'hardware' }, { model: cell.model.name })),
    link('Generate a test', hrefOf({ page: 'generate' }, { cell: id })),
    link('Run again', hrefOf({ page: 'start' }, runAgain(cell, target))),
  );
}

/** The same case once more, as far as a link says it. */
function runAgain({ model, chain, caseId }: CellDetail, target: RunTarget | undefined): URLSearchParams {
  return new URLSearchParams([['model', model.name], ['chain', chain.join('→')], ['where', target === undefined ? '' : place(target)], ...settingsOf(caseId).map(([name, value]): [string, string] => ['set', `${name}=${value}`])]);
}

/** What outputs are held against. */
const REFERENCES: Readonly<Record<string, string>> = { EXACT: 'the exact reference', NATIVE_CPU_UNOPTIMISED: 'the native CPU without graph optimization', EXPECTED_OUTPUT: 'the published outputs' };

/** How far outputs are from the graph computed in double, whatever they were judged by. */
function fromExact({ noise }: NonNullable<CellDetail['numerics']>): string {
  if (noise === undefined) {
    return '';
  }
  const far = (deviations: number | null): string => (deviations === null ? '∞ σ' : sigma(deviations));
  const beyond = noise.beyond ?? 0;
  return `; ${far(noise.rms)} from the exact result in the root mean square, at most ${far(noise.most)}${beyond === 0 ? '' : `, ${count(beyond, 'value')} further off than rounding explains`}`;
}

function key({ cell }: CellAnswer): Markup {
  const { timing, numerics, comparison, fallbackCost } = cell;
  const measured = timing !== null;
  return facts([
    ['Median', timing?.median == null ? measured && (timing.reasons['median'] ?? 'not measured') : `${millis(timing.median)}${timing.ci95 === null ? '' : ` (95 % interval ${range(timing.ci95, millis)})`}, of ${count(timing.n, 'warm inference')} after ${timing.warmUpMs.length} of warm-up${timing.stable ? '' : ', which ended at its limit and not by stability'}`],
    [`Against ${comparison === null || /^native\/.*\/cpu-cpu$/.test(comparison.baseline) ? 'native CPU' : comparison.baseline}`, comparison === null ? measured && cell.reasons['comparison'] : `${speed(comparison.ratio)}${comparison.ci95 === null ? '' : ` (95 % interval of the ratio of times ${range(comparison.ci95, significant)})`}, ${count(comparison.pairs, 'interleaved pair')}`],
    ['Measured', measuredIn(cell)],
    ['Fallback cost', fallbackCost === null ? null : `${fallbackCost.to} takes ${significant(fallbackCost.ratio)} times as long as ${fallbackCost.from}${fallbackCost.ci95 === null ? '' : ` (95 % interval ${range(fallbackCost.ci95, significant)})`}`],
    ['Chain', cell.stopped == null ? null : `it ends at ${cell.stopped.at}: ${cell.stopped.on} is not among what falls back (${(cell.fallBackOn ?? []).join(', ') || 'none'}), so nobody tried ${cell.stopped.untried.join(', ')}`],
    ['Outputs', numerics === null ? measured && cell.reasons['numerics'] : `${numerics.ok ? 'right' : `wrong: ${numerics.outside} of ${count(numerics.elements, 'value')} outside`}, checked in ${count(numerics.checkedIterations, 'inference')} ${numerics.checked === undefined ? '' : ` on ${count(numerics.checked.values, 'value')} of ${count(numerics.checked.outputs, 'output')}, ${count(numerics.checked.inputs, 'input set')}`} against ${REFERENCES[numerics.reference] ?? numerics.reference.toLowerCase().replaceAll('_', ' ')}${numerics.maxAbs === null ? '' : `; largest difference ${scientific(numerics.maxAbs)}`}${fromExact(numerics)}; tolerance ${numerics.tolerance.basis}`],
    ['Score', cell.score === null ? cell.reasons['score'] : `${cell.score} of 100`],
    ['Case', h('code', null, cell.caseId)],
    ['Model', `${cell.model.family}, ${cell.model.task}, SHA-256 ${cell.model.sha256.slice(0, 12)}…`],
  ]);
}
