// The browser's history as the page's: links inside the dashboard change the page without loading it anew.
import { BASE, parse, type Route } from './router';

export interface Place {
  readonly route: Route;
  readonly query: URLSearchParams;
}

export interface Navigation {
  readonly place: () => Place;
  /** Goes to an address of the dashboard; {@code replace} where going back should not come here again. */
  readonly go: (href: string, replace?: boolean) => void;
  /** Goes back to where a link of this page led here from; to the address where none did. */
  readonly leave: (href: string) => void;
}

/** Marks an entry of the history that has one of ours before it. */
const FOLLOWED = 'followed';

/** Follows links and the history from now on. */
export function navigation(arrived: (place: Place) => void): Navigation {
  const place = (): Place => ({ route: parse(location.pathname), query: new URLSearchParams(location.search) });
  const go = (href: string, replace = false): void => {
    if (replace) {
      history.replaceState(history.state, '', href);
    } else if (href !== location.pathname + location.search) {
      history.pushState(FOLLOWED, '', href);
    }
    arrived(place());
  };
  addEventListener('popstate', () => arrived(place()));
  document.addEventListener('click', (event) => {
    const href = ownLink(event);
    if (href !== undefined) {
      event.preventDefault();
      go(href);
    }
  });
  const leave = (href: string): void => (history.state === FOLLOWED ? history.back() : go(href, true));
  return { place, go, leave };
}

/** The address of a link that a plain click on it follows within the dashboard. */
function ownLink(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;
  if (!plain || link === null || link.target !== '' || link.hasAttribute('download')) {
    return undefined;
  }
  const url = new URL(link.href, location.href);
  const here = url.origin === location.origin && url.pathname.startsWith(BASE);
  const sameDocument = url.pathname === location.pathname && url.search === location.search && url.hash !== '';
  return here && !sameDocument ? url.pathname + url.search : undefined;
}
