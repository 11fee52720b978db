// What stands around every page: navigation, who is signed in, whether the stream of events is alive.
import { Api } from '../api/client';
import { announce, regions } from '../dom/announce';
import { fill, h } from '../dom/h';
import { eventSource } from '../live/source';
import { LiveHub } from '../live/hub';
import { EVENT_TYPES } from '../live/types';
import { dropFigures } from '../widgets/figure';
import { problemBox } from '../widgets/states';
import { navigation, type Place } from './navigation';
import { pageOf } from './pages';
import { hrefOf } from './router';
import { header } from './header';
import { SessionStore } from './session';
import type { Context, View } from './view';

export async function start(body: HTMLElement): Promise<void> {
  const api = new Api();
  const session = new SessionStore(api);
  const live = new LiveHub({ open: eventSource, later: (task, millis) => setTimeout(task, millis), types: EVENT_TYPES });
  const main = h('main', { id: 'main', tabindex: -1 });
  const shell = new Shell(main);
  const context: Context = { api, session, live, navigation: navigation((place) => shell.show(context, place)) };
  const top = header(context);
  body.append(h('a', { class: 'skip', href: '#main' }, 'Skip to the page'), top.element, main, ...regions());
  shell.arrived = (place) => top.mark(place.route.page);
  await signedInByLink(session);
  await shell.begin(context);
  followWhileSeen(live, session);
}

class Shell {
  arrived: (place: Place) => void = () => undefined;
  private view: View | undefined;
  private path = '';

  constructor(private readonly main: HTMLElement) {}

  async begin(context: Context): Promise<void> {
    try {
      const standing = await context.session.refresh();
      if (standing.view === 'signed-in' && !standing.signedIn && context.navigation.place().route.page !== 'sign-in') {
        const back = location.pathname + location.search;
        context.navigation.go(hrefOf({ page: 'sign-in' }, { back }), true);
        return;
      }
      this.show(context, context.navigation.place());
    } catch (error) {
      fill(this.main, problemBox(error, () => void this.begin(context)));
    }
  }

  show(context: Context, place: Place): void {
    if (this.view?.update !== undefined && this.path === location.pathname) {
      this.view.update(place.query);
      return;
    }
    const first = this.view === undefined;
    this.view?.dispose?.();
    dropFigures(this.main);
    this.path = location.pathname;
    const view = pageOf(context, place);
    this.view = view;
    const heading = h('h1', { tabindex: -1 }, view.title);
    fill(this.main, heading, view.element);
    document.title = `${view.title} · Bascule`;
    this.arrived(place);
    scrollTo(0, 0);
    if (!first && document.querySelector('dialog[open]') === null) {
      heading.focus({ preventScroll: true });
      announce(view.title);
    }
  }
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
