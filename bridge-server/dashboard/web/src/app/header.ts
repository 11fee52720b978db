import { useEffect, useState } from 'preact/hooks';
import { h, type Markup } from '../dom/h';
import type { Standing } from '../api/types';
import type { Connection, LiveHub } from '../live/hub';
import { useStore } from './hooks';
import { hrefOf, type PageName, type Route } from './router';
import { ThemeSwitch } from './theme';
import type { Context } from './view';

const LINKS: readonly (readonly [page: Exclude<PageName, 'job' | 'training' | 'quantization'>, label: string])[] = [
  ['matrix', 'Matrix'],
  ['compare', 'Compare'],
  ['time', 'Over time'],
  ['hardware', 'Hardware'],
  ['scores', 'Scores'],
  ['predictions', 'Predictions'],
  ['runs', 'Runs'],
  ['trainings', 'Trainings'],
  ['quantizations', 'Quantisation'],
  ['inventory', 'Inventory'],
  ['jobs', 'Jobs'],
  ['machines', 'Machines'],
  ['queue', 'Queue'],
  ['generate', 'Generate'],
];

/** @param page that is shown, once one is */
export function Header({ context, page }: { context: Context; page: PageName | undefined }): Markup {
  const [open, setOpen] = useState(false);
  useStore((changed) => context.session.listen(changed));
  useEffect(() => context.navigation.listen(() => setOpen(false)), []);
  const shown = page === 'job' || page === 'start' || page === 'schedules' || page === 'devices' ? 'jobs' : page === 'training' ? 'trainings' : page === 'quantization' ? 'quantizations' : page;
  const standing = context.session.current;
  return h(
    'header',
    { class: 'top' },
    h('a', { class: 'brand', href: hrefOf({ page: 'matrix' }), 'aria-label': 'Bascule: the matrix' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '⚖'), 'Bascule'),
    h('button', { type: 'button', class: 'menu quiet', 'aria-expanded': open, 'aria-controls': 'pages', onClick: () => setOpen(!open) }, '☰ Menu'),
    h(
      'nav',
      { 'aria-label': 'Pages', id: 'pages', class: open ? 'open' : undefined },
      LINKS.map(([name, label]) => h('a', { href: hrefOf({ page: name } as Route), 'data-page': name, 'aria-current': name === shown ? 'page' : undefined }, label)),
    ),
    h('div', { class: 'top-right' }, h(Connected, { live: context.live }), h(ThemeSwitch, null), h('div', { class: 'who' }, standing !== undefined && person(context, standing))),
  );
}

function Connected({ live }: { live: LiveHub }): Markup {
  useStore((changed) => live.watch(changed));
  const words: Record<Connection, readonly [sign: string, word: string, title: string]> = {
    live: ['●', 'live', 'Changes appear as they happen'],
    connecting: ['○', 'connecting', 'Asking for the stream of events'],
    broken: ['▲', 'reconnecting', 'The stream of events broke off; it goes on after the last event once the server answers'],
    off: ['○', 'paused', 'The stream of events rests while the page is hidden, or nobody is signed in who may read'],
  };
  const [sign, word, title] = words[live.connection];
  return h('span', { class: `connection ${live.connection}`, role: 'status', title }, h('span', { 'aria-hidden': 'true' }, `${sign} `), word);
}

function person(context: Context, standing: Standing): readonly Markup[] {
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
    h('button', { type: 'button', class: 'small-button', onClick: () => void out() }, 'Sign out'),
  ];
}
