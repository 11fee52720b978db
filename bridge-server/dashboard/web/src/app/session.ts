// Who is signed in, and whether anything can be changed here.
import type { Api } from '../api/client';
import type { Standing } from '../api/types';

export class SessionStore {
  private standing: Standing | undefined;
  private readonly listeners = new Set<(standing: Standing) => void>();

  constructor(private readonly api: Api) {
    // Where the server cannot be asked, whoever needed the session says so.
    api.onSignedOut(() => void this.refresh().catch(() => undefined));
  }

  get current(): Standing | undefined {
    return this.standing;
  }

  /** Whether the server shows its pages to whoever this is. */
  get mayRead(): boolean {
    return this.standing !== undefined && (this.standing.signedIn || this.standing.view === 'public');
  }

  /** Whether a button that changes something is of any use. */
  get mayChange(): boolean {
    return this.standing !== undefined && this.standing.signedIn && !this.standing.readOnly;
  }

  listen(listener: (standing: Standing) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async refresh(): Promise<Standing> {
    return this.take(await this.api.get('/session'));
  }

  async signIn(credentials: { user: string; password: string } | { token: string }): Promise<Standing> {
    return this.take(await this.api.post('/session', credentials));
  }

  async signOut(): Promise<void> {
    try {
      await this.api.delete('/session');
    } finally {
      await this.refresh();
    }
  }

  private take(standing: Standing): Standing {
    this.standing = standing;
    this.api.csrfToken = standing.csrfToken ?? undefined;
    this.listeners.forEach((listener) => listener(standing));
    return standing;
  }
}
