// What stands around every page: navigation, who is signed in, whether the stream of events is alive.
import { Fragment, render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Api } from '../api/client';
import { announce, regions } from '../dom/announce';
import { h, type Markup } from '../dom/h';
import { eventSource } from '../live/source';
import { LiveHub } from '../live/hub';
import { EVENT_TYPES } from '../live/types';
import { problemBox } from '../widgets/states';
import { Header } from './header';
import { useStore } from './hooks';
import { Navigation } from './navigation';
import { pageOf } from './pages';
import { hrefOf } from './router';
import { SessionStore } from './session';
import type { Context } from './view';

export async function start(body: HTMLElement): Promise<void> {
  const api = new Api();
  const session = new SessionStore(api);
  const live = new LiveHub({ open: eventSource, later: (task, millis) => setTimeout(task, millis), types: EVENT_TYPES });
  const context: Context = { api, session, live, navigation: new Navigation() };
  const signedIn = signedInByLink(session);
  render(h(Shell, { context, signedIn }), body);
  await signedIn;
  followWhileSeen(live, session);
}

/** @param signedIn before that nobody is asked who is signed in */
function Shell({ context, signedIn }: { context: Context; signedIn: Promise<void> }): Markup {
  const { session, navigation } = context;
  useStore((changed) => navigation.listen(changed));
  const [begun, setBegun] = useState<true | { readonly error: unknown }>();
  const begin = async (): Promise<void> => {
    try {
      await signedIn;
      const standing = await session.refresh();
      if (standing.view === 'signed-in' && !standing.signedIn && navigation.place().route.page !== 'sign-in') {
        const back = location.pathname + location.search;
        navigation.go(hrefOf({ page: 'sign-in' }, { back }), true);
      }
      setBegun(true);
    } catch (error) {
      setBegun({ error });
    }
  };
  useLayoutEffect(() => void begin(), []);
  const place = navigation.place();
  const key = `${location.pathname} ${place.visit}`;
  const shown = begun === true ? pageOf(context, place) : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  useLayoutEffect(() => {
    if (shown === undefined) {
      return;
    }
    document.title = `${shown.title} · Bascule`;
    scrollTo(0, 0);
    if (moved.current && document.querySelector('dialog[open]') === null) {
      heading.current?.focus({ preventScroll: true });
      announce(shown.title);
    }
    moved.current = true;
  }, [key, begun === true]);
  return h(
    Fragment,
    null,
    h('a', { class: 'skip', href: '#main' }, 'Skip to the page'),
    h(Header, { context, page: shown && place.route.page }),
    h(
      'main',
      { id: 'main', tabindex: -1 },
      shown !== undefined && h(Fragment, { key }, h('h1', { tabindex: -1, ref: heading }, shown.title), shown.content),
      begun !== undefined && begun !== true && problemBox(begun.error, () => void begin()),
    ),
    regions(),
  );
}

/** A link with a token in its fragment, which no server's log sees, signs in once; the fragment leaves the address at once. */
async function signedInByLink(session: SessionStore): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) {
    return;
  }
  history.replaceState(null, '', location.pathname + location.search);
  try {
    await session.signIn({ token });
  } catch {
    announce('The sign-in link was used before or is too old; sign in by the page', 'assertive');
  }
}

/** A browser has few connections to a server, and hidden pages need none: they go on from where they were. Who may not read has none either. */
function followWhileSeen(live: LiveHub, session: SessionStore): void {
  const follow = (): void => (document.visibilityState === 'visible' && session.mayRead ? live.start() : live.stop());
  // A stream that broke comes back by itself, after a pause.
  session.listen(() => (!session.mayRead || live.connection === 'off') && follow());
  // The session may be what ended: then there is nothing to come back to before somebody signs in.
  live.watch((state) => state === 'broken' && session.current?.view === 'signed-in' && void session.refresh().catch(() => undefined));
  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', () => live.stop());
  addEventListener('pageshow', follow);
  follow();
}
