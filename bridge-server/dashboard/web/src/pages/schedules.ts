// Runs that begin by the clock: what, when, and what became of it.
import { useState } from 'preact/hooks';
import type { Api } from '../api/client';
import type { Schedule, Schedules } from '../api/types';
import { shown, useAnswer, useEvents, useStore } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { announce } from '../dom/announce';
import { h, type Child, type Markup } from '../dom/h';
import { cronWords } from '../state/cron';
import { emptyWithCommand, problemBox } from '../widgets/states';
import { SureButton } from '../widgets/sure';
import { table } from '../widgets/table';
import { dateTime } from '../words/format';

export function SchedulesPage({ context }: PageProps): Markup {
  const { api, live, session } = context;
  useStore((changed) => session.listen(changed));
  const answer = useAnswer((signal) => api.get<Schedules>('/schedules', {}, signal), [session.mayChange]);
  useEvents(live, ({ type }) => type.startsWith('schedule.') || type === 'job.queued', answer.again);
  const [problem, setProblem] = useState<unknown>();
  const act: Act = async (deed, done) => {
    try {
      await deed(api);
      setProblem(undefined);
      announce(done);
    } catch (error) {
      setProblem(error);
    }
    answer.again();
  };
  return h(
    'div',
    null,
    h('p', { class: 'actions' }, h('a', { class: 'button primary', href: hrefOf({ page: 'start' }, { clock: '' }) }, 'New schedule')),
    h('div', null, problem !== undefined && problemBox(problem)),
    h('div', null, shown(answer, 'the schedules', ({ schedules }) => (schedules.length === 0 ? none() : scheduleTable(schedules, session.mayChange, act)))),
  );
}

type Act = (deed: (api: Api) => Promise<unknown>, done: string) => Promise<void>;

function none(): Markup {
  return emptyWithCommand('Nothing is scheduled', 'A server can start runs by the clock: choose what to run, then a time. The command line does it as well:', "bascule serve --schedule '30 2 * * 1-5 quickstart'");
}

function scheduleTable(schedules: readonly Schedule[], mayChange: boolean, act: Act): Markup {
  const actions = mayChange ? [{ head: 'Change', cell: (schedule: Schedule) => h(Changes, { schedule, act }) }] : [];
  return table('Schedules', [
    { head: 'What', cell: (schedule: Schedule) => [schedule.what.join(', '), h('span', { class: 'soft below' }, origin(schedule))], names: true },
    { head: 'When', cell: (schedule) => [cronWords(schedule.cron), h('code', { class: 'below whole' }, schedule.cron), h('span', { class: 'soft below' }, schedule.zone)] },
    { head: 'Next', cell: (schedule) => next(schedule) },
    { head: 'Last', cell: (schedule) => (schedule.last === null ? h('span', { class: 'soft' }, 'not yet') : h('a', { class: 'whole', href: hrefOf({ page: 'job', id: schedule.last.job }) }, dateTime(schedule.last.due))) },
    { head: 'Missed', cell: (schedule) => [...schedule.missed].reverse().slice(0, 5).map((missed) => h('div', { class: 'below' }, h('time', { datetime: missed.due }, dateTime(missed.due)), `: ${missed.reason}`)) },
    ...actions,
  ], schedules, { keyOf: (schedule) => schedule.id });
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

function Changes({ schedule, act }: { schedule: Schedule; act: Act }): Child {
  if (schedule.origin === 'command-line') {
    return h('span', { class: 'soft hint' }, 'where the server was started');
  }
  const path = `/schedules/${encodeURIComponent(schedule.id)}`;
  const name = schedule.what.join(', ');
  const button = (label: string, made: string, press: () => void): Markup =>
    h('button', { type: 'button', class: made, 'aria-label': label.replace(/^\w+/, (deed) => `${deed} ${name}`), onClick: press }, label);
  return h(
    'div',
    { class: 'actions' },
    schedule.paused
      ? button('Resume', 'small-button', () => void act((api) => api.patch(path, { paused: false }), 'Resumed'))
      : button('Pause', 'small-button', () => void act((api) => api.patch(path, { paused: true }), 'Paused')),
    h(SureButton, { label: 'Delete', sure: 'Delete for good', about: name, warning: 'Press again to delete it for good', press: () => void act((api) => api.delete(path), 'Deleted') }),
  );
}
