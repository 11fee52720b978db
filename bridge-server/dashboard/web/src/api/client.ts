// Asks the server. What fails comes as an ApiError with the server's own words and remedies.
import { ApiError, problemOf, unreachable, UNREACHABLE } from './problem';

/** Where the API is; the version is part of it. */
export const API = '/api/v1';

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export class Api {
  csrfToken: string | undefined;
  private signedOut: () => void = () => undefined;

  constructor(private readonly send: typeof fetch = (input, init) => fetch(input, init)) {}

  /** Is called when the server knows of no session where one is needed, or of another one. */
  onSignedOut(listener: () => void): void {
    this.signedOut = listener;
  }

  async get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.json<T>(await this.request('GET', path + search(query), undefined, signal));
  }

  async post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return this.json<T>(await this.request('POST', path, body, signal));
  }

  async patch<T>(path: string, body: unknown): Promise<T> {
    return this.json<T>(await this.request('PATCH', path, body));
  }

  async delete(path: string): Promise<void> {
    await this.request('DELETE', path);
  }

  /** The address of something to be opened or downloaded. */
  href(path: string, query: Query = {}): string {
    return API + path + search(query);
  }

  private async request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (body !== undefined) {
      headers['Content-Type'] = 'application/json';
    }
    if (method !== 'GET' && this.csrfToken !== undefined) {
      headers['X-CSRF-Token'] = this.csrfToken;
    }
    const answer = await this.fetched(API + path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.ok) {
      return answer;
    }
    const error = await problemOf(answer);
    // Another tab may have signed out, or in anew: its session is this one's too.
    if (error.problem.code === 'SIGN_IN_REQUIRED' || error.problem.code === 'CSRF_TOKEN_WRONG') {
      this.signedOut();
    }
    throw error;
  }

  private async fetched(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.send(url, init);
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') {
        throw cause;
      }
      throw unreachable(cause);
    }
  }

  private async json<T>(answer: Response): Promise<T> {
    try {
      return (await answer.json()) as T;
    } catch (cause) {
      throw cause instanceof DOMException ? cause : new ApiError((await problemOf(answer)).problem);
    }
  }
}

/** Parameters as the API takes them: a list as the parameter several times. */
export function search(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      if (one !== undefined && one !== '') {
        parameters.append(name, String(one));
      }
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Whether no answer came at all, which may be otherwise in a moment. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === UNREACHABLE;
}
