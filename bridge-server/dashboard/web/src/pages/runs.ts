import { isAbort } from '../api/client';
import { Newest } from '../api/newest';
import type { RunHeading, Runs } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { fill, h } from '../dom/h';
import { fromQuery, toQuery } from '../state/filters';
import { before } from '../state/sides';
import { pager } from '../widgets/pager';
import { loading, nothingYet, problemBox } from '../widgets/states';
import { table } from '../widgets/table';
import { tally } from '../widgets/verdict';
import { ago, dateTime, elapsed, short } from '../words/format';
import { changesHistory } from './matrix';

const REPORTS = [
  ['html', 'HTML'],
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['xml', 'JUnit'],
  ['json', 'JSON'],
] as const;

/** All runs of the history with their reports. */
export function runsPage(context: Context, query: URLSearchParams): View {
  const list = h('div', null, loading('the runs'));
  const asked = new Newest();
  let current = query;
  const load = async (): Promise<void> => {
    const { page, size } = fromQuery(current, []);
    try {
      const runs = await context.api.get<Runs>('/runs', { page, size }, asked.next());
      const go = (number: number): void => context.navigation.go(hrefOf({ page: 'runs' }, toQuery({ ...fromQuery(current, []), page: number }, [], current)));
      fill(list, runs.runs.length === 0 ? none() : [pager(runs.page, 'run', go), runTable(context, runs.runs, current.get('run'))]);
    } catch (error) {
      if (!isAbort(error)) {
        fill(list, problemBox(error, () => void load()));
      }
    }
  };
  const unfollow = context.live.follow({ event: (event) => changesHistory(event.type) && void load(), reload: () => void load() });
  void load();
  const update = (changed: URLSearchParams): void => {
    current = changed;
    void load();
  };
  return { title: 'Runs', element: list, update, dispose: () => (unfollow(), asked.end()) };
}

function none(): HTMLElement {
  return nothingYet('No runs yet', 'Every run that goes into this history stands here with its reports.');
}

function runTable(context: Context, runs: readonly RunHeading[], marked: string | null): HTMLElement {
  const box = table('Runs', [
    { head: 'Run', cell: (run: RunHeading) => [h('code', { class: 'whole', 'data-run': run.id }, run.id), run.interrupted && h('span', { class: 'chip fair below' }, '– interrupted')], names: true },
    { head: 'Started', cell: (run) => h('time', { datetime: run.startedAt, title: ago(run.startedAt, Date.now()) }, dateTime(run.startedAt)) },
    { head: 'Took', cell: (run) => elapsed(run.elapsedMs), figure: true },
    { head: 'Suite', cell: (run) => h('span', { title: run.command }, run.suite) },
    { head: 'Cells', cell: (run) => [tally(run.verdicts), Object.keys(run.scenarios).length > 0 && h('span', { class: 'below soft' }, 'scenarios ', tally(run.scenarios))] },
    { head: 'Machine', cell: (run) => h('span', { title: run.machine }, short(run.machine)) },
    { head: 'Reports', cell: (run) => h('span', { class: 'links' }, REPORTS.map(([type, label]) => h('a', { href: context.api.href(`/runs/${encodeURIComponent(run.id)}/report.${type}`), target: '_blank', rel: 'noopener', 'aria-label': `${label} report of ${run.id}` }, label))) },
    { head: 'Compare', cell: (run) => h('a', { href: hrefOf({ page: 'compare' }, { candidate: run.id, baseline: before(run.startedAt) }), 'aria-label': `compare ${run.id} with what was before` }, 'compare') },
  ], runs);
  box.querySelector(`[data-run="${CSS.escape(marked ?? '')}"]`)?.closest('tr')?.classList.add('marked');
  return box;
}
