import { fill, h } from '../dom/h';
import type { Standing } from '../api/types';
import type { Connection } from '../live/hub';
import { hrefOf, type PageName, type Route } from './router';
import { themeSwitch } from './theme';
import type { Context } from './view';

const LINKS: readonly (readonly [page: Exclude<PageName, 'job'>, label: string])[] = [
  ['matrix', 'Matrix'],
  ['compare', 'Compare'],
  ['time', 'Over time'],
  ['hardware', 'Hardware'],
  ['scores', 'Scores'],
  ['runs', 'Runs'],
  ['inventory', 'Inventory'],
  ['jobs', 'Jobs'],
  ['generate', 'Generate a test'],
];

export interface Header {
  readonly element: HTMLElement;
  /** Says which page is shown. */
  readonly mark: (page: PageName) => void;
}

export function header(context: Context): Header {
  const links = LINKS.map(([page, label]) => h('a', { href: hrefOf({ page } as Route), 'data-page': page }, label));
  const who = h('div', { class: 'who' });
  const connection = h('span', { class: 'connection', role: 'status' });
  const nav = h('nav', { 'aria-label': 'Pages', id: 'pages' }, links);
  const menu = h('button', { type: 'button', class: 'menu quiet', 'aria-expanded': 'false', 'aria-controls': 'pages', on: { click: () => open(menu.getAttribute('aria-expanded') !== 'true') } }, '☰ Menu');
  const open = (opened: boolean): void => {
    menu.setAttribute('aria-expanded', String(opened));
    nav.classList.toggle('open', opened);
  };
  context.session.listen((standing) => fill(who, person(context, standing)));
  context.live.watch((state) => connected(connection, state));
  const element = h(
    'header',
    { class: 'top' },
    h('a', { class: 'brand', href: hrefOf({ page: 'matrix' }), 'aria-label': 'Bascule: the matrix' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '⚖'), 'Bascule'),
    menu,
    nav,
    h('div', { class: 'top-right' }, connection, themeSwitch(), who),
  );
  const mark = (page: PageName): void => {
    open(false);
    const shown = page === 'job' || page === 'start' || page === 'schedules' || page === 'devices' ? 'jobs' : page;
    links.forEach((link) => {
      if (link.dataset['page'] === shown) {
        link.setAttribute('aria-current', 'page');
      } else {
        link.removeAttribute('aria-current');
      }
    });
  };
  return { element, mark };
}

function connected(place: HTMLElement, state: Connection): void {
  const words: Record<Connection, readonly [sign: string, word: string, title: string]> = {
    live: ['●', 'live', 'Changes appear as they happen'],
    connecting: ['○', 'connecting', 'Asking for the stream of events'],
    broken: ['▲', 'reconnecting', 'The stream of events broke off; it goes on after the last event once the server answers'],
    off: ['○', 'paused', 'The stream of events rests while the page is hidden, or nobody is signed in who may read'],
  };
  const [sign, word, title] = words[state];
  place.className = `connection ${state}`;
  place.title = title;
  fill(place, h('span', { 'aria-hidden': 'true' }, `${sign} `), word);
}

function person(context: Context, standing: Standing): readonly HTMLElement[] {
  const readOnly = standing.readOnly ? [h('span', { class: 'chip none', title: 'Nothing can be changed on this server' }, 'read-only')] : [];
  if (!standing.signedIn) {
    const back = location.pathname.startsWith('/dashboard/sign-in') ? {} : { back: location.pathname + location.search };
    return standing.readOnly && standing.view === 'public' ? readOnly : [...readOnly, h('a', { class: 'button', href: hrefOf({ page: 'sign-in' }, back) }, 'Sign in')];
  }
  const out = async (): Promise<void> => {
    // Who was signed out already is no worse off for it.
    await context.session.signOut().catch(() => undefined);
    context.navigation.go(hrefOf({ page: standing.view === 'public' ? 'matrix' : 'sign-in' }));
  };
  return [
    ...readOnly,
    h('a', { class: 'soft', href: hrefOf({ page: 'audit' }), title: 'Audit log' }, standing.user ?? 'signed in'),
    h('button', { type: 'button', class: 'small-button', on: { click: () => void out() } }, 'Sign out'),
  ];
}
