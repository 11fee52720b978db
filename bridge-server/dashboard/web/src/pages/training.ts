// One command's trainings: results, curves, what they were held against, gradients by layer; another command's beside them.
import { useState } from 'preact/hooks';
import type { Training, TrainingReplica, TrainingRun, Trainings, TrainingsCompared } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { select } from '../widgets/choice';
import { facts, table, type Column } from '../widgets/table';
import { verdictChip } from '../widgets/verdict';
import { count, dateTime, millis, percent, significant, whole } from '../words/format';
import { storeOption } from '../words/shell';
import { proofOf } from '../words/verdicts';
import { against } from './training-against';
import { curves, type Side } from './training-curves';
import { checks, gradients, notes } from './training-checks';

/** How many others are offered to stand beside it. */
const OFFERED = 200;

export function TrainingPage({ context, query, id }: PageProps & { readonly id: string }): Markup {
  const { api, navigation, session } = context;
  const named = query.get('with') ?? '';
  const other = named === id ? '' : named;
  const target = query.get('target') ?? '';
  const answer = useAnswer(async (signal) => {
    const [own, list] = await Promise.all([one(api, id, signal), api.get<Trainings>('/trainings', { size: OFFERED }, signal)]);
    return { own, others: list.trainings.filter((each) => each.id !== id) };
  }, [id]);
  const beside = useAnswer(async (signal) => (other === '' ? null : one(api, other, signal)), [other]);
  const compared = useAnswer(async (signal) => (other === '' ? null : api.get<TrainingsCompared>(`/trainings/${encodeURIComponent(id)}/comparison`, { candidate: other, target }, signal)), [id, other, target]);
  const go = (next: Readonly<Record<string, string>>): void => navigation.go(hrefOf({ page: 'training', id }, Object.fromEntries(Object.entries({ with: other, target, ...next }).filter(([, value]) => value !== ''))));
  return h(
    'div',
    null,
    shown(answer, 'the training', ({ own, others }) => {
      const sides: Side[] = [{ name: 'A', training: own }];
      if (other !== '' && beside.value) {
        sides.push({ name: 'B', training: beside.value });
      }
      return [
        head(own),
        h('h2', null, 'Results'),
        results(own),
        replicas(own.runs),
        notes(own.runs, own.task.plannedSteps),
        h('div', { class: 'controls' }, select('Beside', offered(others, other), other, (value) => go({ with: value }))),
        other !== '' && shown(beside, 'the other training', (training) => training !== null && [h('h3', null, h('a', { href: hrefOf({ page: 'training', id: training.id }) }, `B: ${training.id}`)), head(training)]),
        other !== '' && h(Target, { value: target, changed: (value) => go({ target: value }) }),
        other !== '' && shown(compared, 'the comparison', (document) => document !== null && against(document)),
        h('h2', null, 'Curves'),
        curves(sides),
        h('h2', null, 'What each was held against'),
        checks(own.runs),
        gradients(own.runs),
        h('h2', null, 'The same from the command line'),
        commandLine(`${command(id, other, others[0]?.id)}${other === '' || target === '' ? '' : ` --target-accuracy ${target}`}${storeOption(session.current?.store)}`),
      ];
    }),
  );
}

/** Beside the one that was chosen, or else another one; a single training has nothing to stand beside, and is listed. */
export function command(id: string, other: string, another: string | undefined): string {
  const beside = other === '' ? another : other;
  return beside === undefined ? 'bascule history' : `bascule compare ${id} ${beside}`;
}

/** The newest, and the one that the address names, however old it is. */
function offered(others: Trainings['trainings'], other: string): readonly { value: string; label: string }[] {
  const named = others.map(({ id, network, data }) => ({ value: id, label: `${id}: ${network} on ${data}` }));
  return [{ value: '', label: 'none' }, ...(other === '' || named.some(({ value }) => value === other) ? [] : [{ value: other, label: other }]), ...named];
}

function one(api: PageProps['context']['api'], id: string, signal: AbortSignal): Promise<Training> {
  return api.get<Training>(`/trainings/${encodeURIComponent(id)}`, {}, signal);
}

function Target({ value, changed }: { readonly value: string; readonly changed: (value: string) => void }): Markup {
  const [said, say] = useState(value);
  const typed = (event: Event): void => {
    const text = (event.currentTarget as HTMLInputElement).value.trim();
    say(text);
    if (text === '' || (Number(text) > 0 && Number(text) <= 1)) {
      changed(text);
    }
  };
  return h('div', { class: 'controls' }, h('label', { class: 'field' }, h('span', null, 'Steps to an accuracy of'), h('input', { type: 'text', inputmode: 'decimal', value: said, placeholder: '0.95', onChange: typed })));
}

export function head({ task, at, product, id }: Training): Markup {
  return facts([
    ['Training', h('code', { class: 'whole' }, id)],
    ['When', h('time', { datetime: at }, dateTime(at))],
    ['Network', h('span', null, `${task.network}, ${count(task.parameters, 'parameter')}`, task.modelSha256 !== null && h('span', { class: 'soft below' }, 'SHA-256 ', h('code', null, task.modelSha256)))],
    ['Data', h('span', { title: task.sha256 }, `${task.data}: ${whole(task.train)} to train, ${whole(task.test)} held out, ${percent(task.chance, 0)} by chance`)],
    ['By', `${task.optimizer}${task.learningRate === null ? '' : `, learning rate ${significant(task.learningRate)}`}${task.clip === null ? '' : `, gradients clipped at ${significant(task.clip)}`}`],
    ['Steps', `${whole(task.plannedSteps)} of ${task.resident ? 'indices' : 'samples'}, ${task.batch} each`],
    ['Bascule', product],
  ]);
}

export function results({ runs }: Training): Markup {
  return table('Results', RESULTS, runs, { keyOf: ({ number }) => String(number) });
}

const RESULTS: readonly Column<TrainingRun>[] = [
  { head: 'Target', cell: ({ number, words, target, chain, imported }) => [h('span', { title: target }, `[${number}] ${words}`), chain !== null && h('span', { class: 'soft below' }, `of ${chain}`), imported && h('span', { class: 'chip none below' }, 'imported')], names: true },
  { head: 'Seed', cell: ({ seed }) => seed, figure: true },
  { head: 'Verdict', cell: ({ verdict }) => verdictChip(verdict) },
  { head: 'Where its steps ran', cell: (run) => placed(run) },
  { head: 'State', cell: ({ stateAsked, stateSeen }) => (stateSeen === null ? `${stateAsked} asked for, not shown` : stateSeen) },
  { head: 'Loss', cell: ({ lastLoss }) => (lastLoss === null ? '–' : significant(lastLoss)), figure: true },
  { head: 'Accuracy (95 %)', cell: ({ looks }) => lastLook(looks), figure: true },
  { head: 'Samples/s', cell: ({ samplesPerSecond }) => (samplesPerSecond === null ? '–' : significant(samplesPerSecond)), figure: true },
  { head: 'Step', cell: ({ stepMs }) => (stepMs === null ? '–' : millis(stepMs)), figure: true },
];

/** Who trained together, where it was several places. */
export function replicas(runs: readonly TrainingRun[]): Child {
  return runs
    .filter((run) => run.replicas.length > 0)
    .map((run) => [
      h('h3', null, `Replicas of [${run.number}]`),
      table('Replicas', REPLICAS, run.replicas.map((replica, rank) => ({ rank, ...replica })), { keyOf: ({ rank }) => String(rank) }),
    ]);
}

const REPLICAS: readonly Column<TrainingReplica & { readonly rank: number }>[] = [
  { head: 'Replica', cell: ({ rank, words, target }) => h('span', { title: target }, `[${rank}] ${words}`), names: true },
  { head: 'Samples of a batch', cell: ({ samples }) => whole(samples), figure: true },
  { head: 'Rounds', cell: ({ rounds }) => whole(rounds), figure: true },
  { head: 'Where its last session ran', cell: (replica) => placed(replica) },
];

function placed({ proof, placement }: Pick<TrainingRun, 'proof' | 'placement'>): Child {
  if (proof === null) {
    // Of replicas some may have shown it.
    return placement === null ? h('span', { class: 'soft' }, 'not shown') : [h('span', { class: 'soft' }, 'not shown of all'), h('span', { class: 'soft below' }, placement)];
  }
  const { sign, words } = proofOf(proof);
  return [h('span', { title: words }, h('span', { 'aria-hidden': 'true' }, `${sign} `), proof), placement !== null && h('span', { class: 'soft below' }, placement)];
}

function lastLook(looks: TrainingRun['looks']): string {
  const look = looks.at(-1);
  return look === undefined ? '–' : `${percent(look.accuracy)} (${percent(look.low)} – ${percent(look.high)})`;
}
