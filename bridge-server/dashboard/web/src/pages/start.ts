// Start a run: what, where, how; checked by the server's rules while it is put together.
import { isAbort } from '../api/client';
import { ApiError } from '../api/problem';
import type { Catalog, Job, Plan, Schedule } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { commandLine } from '../dom/copy';
import { fill, h } from '../dom/h';
import { NOTHING, requestOf, wishFrom, type Wish } from '../state/job-request';
import { empty, loading, problemBox } from '../widgets/states';
import { count } from '../words/format';
import { byClock } from './start-clock';
import { settingsPart, wherePart, whatPart } from './start-parts';

export function startPage(context: Context, query: URLSearchParams): View {
  const page = new StartPage(context, query);
  return { title: 'Start a run', element: page.element, dispose: () => page.dispose() };
}

class StartPage {
  private readonly form = h('div', null, loading('what there is to run'));
  private readonly outcome = h('div', { class: 'outcome', 'aria-live': 'polite' });
  private readonly button = h('button', { type: 'button', class: 'primary', disabled: true, on: { click: () => void this.start() } }, 'Start');
  private readonly clock: ReturnType<typeof byClock>;
  readonly element: HTMLElement;
  private readonly life = new AbortController();
  private readonly unlisten: () => void;
  private checking: AbortController | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private wish: Wish = NOTHING;

  constructor(
    private readonly context: Context,
    private readonly query: URLSearchParams,
  ) {
    this.clock = byClock(query.has('clock'), (cron) => void this.schedule(cron));
    this.element = h('div', { class: 'start-page' }, this.form, h('aside', { class: 'card padded plan', 'aria-label': 'Plan' }, h('h2', null, 'Plan'), this.outcome, this.button, this.clock.element));
    this.unlisten = context.session.listen(() => this.check());
    void this.load();
  }

  dispose(): void {
    this.unlisten();
    this.life.abort();
    this.checking?.abort();
    clearTimeout(this.waiting);
  }

  private async load(): Promise<void> {
    try {
      const catalog = await this.context.api.get<Catalog>('/catalog', {}, this.life.signal);
      this.wish = wishFrom(this.query, catalog);
      const changed = (change: Partial<Wish>): void => {
        this.wish = { ...this.wish, ...change };
        this.check();
      };
      fill(this.form, whatPart(catalog, this.wish, changed), wherePart(catalog, this.wish, changed), settingsPart(catalog, this.wish, changed));
      this.check();
    } catch (error) {
      if (!isAbort(error)) {
        fill(this.form, problemBox(error, () => void this.load()));
      }
    }
  }

  /** Asks the server a moment after the last change. */
  private check(): void {
    this.checking?.abort();
    clearTimeout(this.waiting);
    this.enable(false);
    const back = location.pathname + location.search;
    const standing = this.context.session.current;
    if (standing?.readOnly === true) {
      fill(this.outcome, empty('This server is read-only', h('p', null, 'Nothing can be started here.')));
    } else if (standing?.signedIn !== true) {
      fill(this.outcome, h('p', null, 'Starting a run is for who is signed in.'), h('a', { class: 'button', href: hrefOf({ page: 'sign-in' }, { back }) }, 'Sign in'));
    } else if (this.wish.what.length === 0) {
      fill(this.outcome, h('p', { class: 'soft' }, 'Choose a suite or a model.'));
    } else {
      fill(this.outcome, h('p', { class: 'soft' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), ' Working out the plan…'));
      this.waiting = setTimeout(() => void this.ask(), 250);
    }
  }

  private async ask(): Promise<void> {
    const asked = new AbortController();
    this.checking = asked;
    try {
      const plan = await this.context.api.post<Plan>('/jobs/check', requestOf(this.wish), asked.signal);
      fill(this.outcome, planned(plan));
      this.enable(plan.cases.length > 0);
    } catch (error) {
      if (!isAbort(error)) {
        fill(this.outcome, problemBox(error, error instanceof ApiError && error.problem.status >= 400 && error.problem.status < 500 ? undefined : () => this.check()));
      }
    }
  }

  private enable(on: boolean): void {
    this.button.disabled = !on;
    this.clock.enable(on);
  }

  private async schedule(cron: string): Promise<void> {
    this.enable(false);
    try {
      await this.context.api.post<Schedule>('/schedules', { cron, request: requestOf(this.wish) });
      this.context.navigation.go(hrefOf({ page: 'schedules' }));
    } catch (error) {
      fill(this.outcome, problemBox(error));
      this.enable(true);
    }
  }

  private async start(): Promise<void> {
    this.enable(false);
    try {
      const job = await this.context.api.post<Job>('/jobs', requestOf(this.wish));
      this.context.navigation.go(hrefOf({ page: 'job', id: job.id }));
    } catch (error) {
      fill(this.outcome, problemBox(error));
      this.enable(true);
    }
  }
}

function planned(plan: Plan): HTMLElement {
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
