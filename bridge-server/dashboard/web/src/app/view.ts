import type { Api } from '../api/client';
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

/** A page that is shown. */
export interface View {
  readonly title: string;
  readonly element: HTMLElement;
  /** The query changed, and the page's path did not. */
  readonly update?: (query: URLSearchParams) => void;
  /** It is shown no longer. */
  readonly dispose?: () => void;
}
