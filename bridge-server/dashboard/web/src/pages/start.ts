// Start a run: what, where, how; checked by the server's rules while it is put together.
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api/problem';
import type { Catalog, Job, Plan, Schedule, Standing } from '../api/types';
import { shown, useAnswer, useStore, type Answer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { NOTHING, requestOf, unknownModels, wishFrom, type Wish } from '../state/job-request';
import { empty, problemBox, withCode } from '../widgets/states';
import { count } from '../words/format';
import { ByClock } from './start-clock';
import { settingsPart, wherePart, whatPart, type Changed } from './start-parts';

export function StartPage({ context, query }: PageProps): Markup {
  const { api, session, navigation } = context;
  useStore((changed) => session.listen(changed));
  const catalog = useAnswer((signal) => api.get<Catalog>('/catalog', {}, signal));
  const linked = useMemo(() => (catalog.value === undefined ? NOTHING : wishFrom(query, catalog.value)), [catalog.value]);
  const [change, setChange] = useState<Partial<Wish>>({});
  const wish: Wish = { ...linked, ...change };
  // From what was wanted last, not from what is drawn: somebody may type into two fields between two frames.
  const changed: Changed = (more) => setChange((before) => ({ ...before, ...more({ ...linked, ...before }) }));
  const standing = session.current;
  const may = standing?.signedIn === true && standing.readOnly !== true;
  // The server is asked a moment after the last change.
  const plan = useAnswer(async (signal) => {
    if (!may || wish.what.length === 0) {
      return undefined;
    }
    await pause(250, signal);
    return api.post<Plan>('/jobs/check', requestOf(wish), signal);
  }, [may, JSON.stringify(wish)]);
  const [sent, setSent] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  useLayoutEffect(() => setSent({ busy: false }), [JSON.stringify(wish)]);
  const send = async (to: () => Promise<string>): Promise<void> => {
    setSent({ busy: true });
    try {
      navigation.go(await to());
    } catch (error) {
      setSent({ busy: false, error });
    }
  };
  const start = async (): Promise<string> => hrefOf({ page: 'job', id: (await api.post<Job>('/jobs', requestOf(wish))).id });
  const schedule = async (cron: string): Promise<string> => {
    await api.post<Schedule>('/schedules', { cron, request: requestOf(wish) });
    return hrefOf({ page: 'schedules' });
  };
  const ready = !sent.busy && !plan.busy && plan.error === undefined && (plan.value?.cases.length ?? 0) > 0;
  return h(
    'div',
    { class: 'start-page' },
    h('div', null, shown(catalog, 'what there is to run', (found) => [whatPart(found, wish, changed), wherePart(found, wish, changed), settingsPart(found, wish, changed)])),
    h(
      'aside',
      { class: 'card padded plan', 'aria-label': 'Plan' },
      h('h2', null, 'Plan'),
      h('div', { class: 'outcome', 'aria-live': 'polite' }, catalog.value !== undefined && (sent.error !== undefined ? problemBox(sent.error) : outcome(standing, wish, plan, unknownModels(query, catalog.value)))),
      h('button', { type: 'button', class: 'primary', disabled: !ready, onClick: () => void send(start) }, 'Start'),
      h(ByClock, { open: query.has('clock'), ready, make: (cron) => void send(() => schedule(cron)) }),
    ),
  );
}

/** Ends when somebody waits no longer, too. */
function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', () => (clearTimeout(timer), done()));
  });
}

/** @param unknown models that are wanted and not offered */
function outcome(standing: Standing | undefined, wish: Wish, plan: Answer<Plan | undefined>, unknown: readonly string[]): Child {
  if (standing?.readOnly === true) {
    return empty('This server is read-only', h('p', null, 'Nothing can be started here.'));
  }
  if (standing?.signedIn !== true) {
    const back = location.pathname + location.search;
    return [h('p', null, 'Starting a run is for who is signed in.'), h('a', { class: 'button', href: hrefOf({ page: 'sign-in' }, { back }) }, 'Sign in')];
  }
  if (wish.what.length === 0) {
    return unknown.length === 0 ? h('p', { class: 'soft' }, 'Choose a suite or a model.') : h('p', { class: 'soft' }, withCode(`This server does not offer ${unknown.join(', ')}: start it with \`--models PATH\` of the file, or choose another model.`));
  }
  if (plan.busy || (plan.value === undefined && plan.error === undefined)) {
    return h('p', { class: 'soft' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), ' Working out the plan…');
  }
  const { error } = plan;
  return error === undefined ? plan.value && planned(plan.value) : problemBox(error, error instanceof ApiError && error.problem.status >= 400 && error.problem.status < 500 ? undefined : plan.again);
}

function planned(plan: Plan): Markup {
  const chains = new Set(plan.cases.map((one) => one.chain.join(' → ')));
  const cases = new Set(plan.cases.map((one) => one.caseId));
  return h(
    'div',
    null,
    h('p', null, h('strong', null, count(cases.size, 'case')), ' on ', h('strong', null, count(chains.size, 'chain')), chains.size <= 6 && `: ${[...chains].join(', ')}`, '. What runs in browsers is run in each that was chosen.'),
    h('details', null, h('summary', null, 'All cases'), h('ul', { class: 'plain' }, plan.cases.slice(0, 200).map((one) => h('li', null, h('code', null, one.caseId), h('span', { class: 'soft' }, ` ${one.chain.join(' → ')}`)))), plan.cases.length > 200 && h('p', { class: 'soft' }, `and ${plan.cases.length - 200} more`)),
    h('h3', null, 'The same from the command line'),
    commandLine(plan.command),
  );
}
