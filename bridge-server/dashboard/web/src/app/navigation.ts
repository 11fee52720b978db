// The browser's history as the page's: links inside the dashboard change the page without loading it anew.
import { BASE, parse, type Route } from './router';

export interface Place {
  readonly route: Route;
  readonly query: URLSearchParams;
  /** Another one where somebody followed a link to where they were already: the page begins anew. */
  readonly visit: number;
}

/** Marks an entry of the history that has one of ours before it. */
const FOLLOWED = 'followed';

/** Where somebody is, by links and the history. */
export class Navigation {
  private readonly listeners = new Set<() => void>();
  private visit = 0;

  constructor() {
    addEventListener('popstate', () => this.arrived());
    document.addEventListener('click', (event) => {
      const href = ownLink(event);
      if (href !== undefined) {
        event.preventDefault();
        this.visit += Number(href === location.pathname + location.search);
        this.go(href);
      }
    });
  }

  place(): Place {
    return { route: parse(location.pathname), query: new URLSearchParams(location.search), visit: this.visit };
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Goes to an address of the dashboard; {@code replace} where going back should not come here again. */
  go(href: string, replace = false): void {
    if (replace) {
      history.replaceState(history.state, '', href);
    } else if (href !== location.pathname + location.search) {
      history.pushState(FOLLOWED, '', href);
    }
    this.arrived();
  }

  /** Goes back to where a link of this page led here from; to the address where none did. */
  leave(href: string): void {
    if (history.state === FOLLOWED) {
      history.back();
    } else {
      this.go(href, true);
    }
  }

  private arrived(): void {
    this.listeners.forEach((listener) => listener());
  }
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
