// Runs that begin by the clock: what, when, and what became of it.
import { isAbort } from '../api/client';
import type { Schedule, Schedules } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { announce } from '../dom/announce';
import { fill, h, type Child } from '../dom/h';
import { cronWords } from '../state/cron';
import { emptyWithCommand, loading, problemBox } from '../widgets/states';
import { table } from '../widgets/table';
import { dateTime } from '../words/format';

export function schedulesPage(context: Context): View {
  const list = h('div', null, loading('the schedules'));
  const problems = h('div');
  const asked = new AbortController();
  const load = async (): Promise<void> => {
    try {
      const { schedules } = await context.api.get<Schedules>('/schedules', {}, asked.signal);
      fill(list, schedules.length === 0 ? none() : scheduleTable(schedules, context.session.mayChange, act));
    } catch (error) {
      if (!isAbort(error)) {
        fill(list, problemBox(error, () => void load()));
      }
    }
  };
  const act: Act = async (deed, done) => {
    try {
      await deed(context);
      fill(problems);
      announce(done);
    } catch (error) {
      fill(problems, problemBox(error));
    }
    await load();
  };
  const unfollow = context.live.follow({
    event: ({ type }) => (type.startsWith('schedule.') || type === 'job.queued') && void load(),
    reload: () => void load(),
  });
  let could = context.session.mayChange;
  const unlisten = context.session.listen(() => {
    if (context.session.mayChange !== could) {
      could = context.session.mayChange;
      void load();
    }
  });
  void load();
  const element = h('div', null, h('p', { class: 'actions' }, h('a', { class: 'button primary', href: hrefOf({ page: 'start' }, { clock: '' }) }, 'New schedule')), problems, list);
  return { title: 'Schedules', element, dispose: () => (unfollow(), unlisten(), asked.abort()) };
}

type Act = (deed: (context: Context) => Promise<unknown>, done: string) => Promise<void>;

function none(): HTMLElement {
  return emptyWithCommand('Nothing is scheduled', 'A server can start runs by the clock: choose what to run, then a time. The command line does it as well:', "bascule serve --schedule '30 2 * * 1-5 quickstart'");
}

function scheduleTable(schedules: readonly Schedule[], mayChange: boolean, act: Act): HTMLElement {
  const actions = mayChange ? [{ head: 'Change', cell: (schedule: Schedule) => changes(schedule, act) }] : [];
  return table('Schedules', [
    { head: 'What', cell: (schedule: Schedule) => [schedule.what.join(', '), h('span', { class: 'soft below' }, origin(schedule))], names: true },
    { head: 'When', cell: (schedule) => [cronWords(schedule.cron), h('code', { class: 'below whole' }, schedule.cron), h('span', { class: 'soft below' }, schedule.zone)] },
    { head: 'Next', cell: (schedule) => next(schedule) },
    { head: 'Last', cell: (schedule) => (schedule.last === null ? h('span', { class: 'soft' }, 'not yet') : h('a', { class: 'whole', href: hrefOf({ page: 'job', id: schedule.last.job }) }, dateTime(schedule.last.due))) },
    { head: 'Missed', cell: (schedule) => [...schedule.missed].reverse().slice(0, 5).map((missed) => h('div', { class: 'below' }, h('time', { datetime: missed.due }, dateTime(missed.due)), `: ${missed.reason}`)) },
    ...actions,
  ], schedules);
}

function origin({ origin: from, by, createdAt }: Schedule): string {
  return from === 'command-line' ? 'from the command line' : `by ${by ?? 'somebody'}${createdAt === null ? '' : `, ${dateTime(createdAt)}`}`;
}

function next(schedule: Schedule): Child {
  if (schedule.paused) {
    return h('span', { class: 'chip none' }, h('span', { 'aria-hidden': 'true' }, '‖'), ' paused');
  }
  return schedule.next.length === 0 ? h('span', { class: 'soft' }, 'never') : schedule.next.slice(0, 3).map((at) => h('time', { class: 'below whole', datetime: at }, dateTime(at)));
}

function changes(schedule: Schedule, act: Act): Child {
  if (schedule.origin === 'command-line') {
    return h('span', { class: 'soft hint' }, 'where the server was started');
  }
  const path = `/schedules/${encodeURIComponent(schedule.id)}`;
  const name = schedule.what.join(', ');
  const pause = schedule.paused
    ? h('button', { type: 'button', class: 'small-button', 'aria-label': `Resume ${name}`, on: { click: () => void act(({ api }) => api.patch(path, { paused: false }), 'Resumed') } }, 'Resume')
    : h('button', { type: 'button', class: 'small-button', 'aria-label': `Pause ${name}`, on: { click: () => void act(({ api }) => api.patch(path, { paused: true }), 'Paused') } }, 'Pause');
  let sure = false;
  const remove = h('button', { type: 'button', class: 'small-button danger', 'aria-label': `Delete ${name}`, on: { click: () => ask() } }, 'Delete');
  const ask = (): void => {
    if (sure) {
      void act(({ api }) => api.delete(path), 'Deleted');
      return;
    }
    sure = true;
    remove.textContent = 'Delete for good';
    remove.setAttribute('aria-label', `Delete ${name} for good`);
    announce('Press again to delete it for good');
  };
  return h('div', { class: 'actions' }, pause, remove);
}
