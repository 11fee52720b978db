import type { Api } from '../api/client';
import type { Markup } from '../dom/h';
import type { LiveHub } from '../live/hub';
import type { Navigation } from './navigation';
import type { SessionStore } from './session';

/** What every page may use. */
export interface Context {
  readonly api: Api;
  readonly session: SessionStore;
  readonly live: LiveHub;
  readonly navigation: Navigation;
}

/** What a page is drawn from; while only the query changes, it stays the same page. */
export interface PageProps {
  readonly context: Context;
  readonly query: URLSearchParams;
}

/** A page that is shown. */
export interface View {
  readonly title: string;
  readonly content: Markup;
}
