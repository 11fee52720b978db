import { describe, expect, it } from 'vitest';
import { Api } from '../src/api/client';
import { ApiError } from '../src/api/problem';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function played(answer: () => Response | Promise<Response>): { api: Api; sent: Sent[] } {
  const sent: Sent[] = [];
  const api = new Api((url, init) => {
    sent.push({ url: String(url), init: init ?? {} });
    return Promise.resolve(answer());
  });
  return { api, sent };
}

const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json', ...headers } });

async function failure(task: Promise<unknown>): Promise<ApiError> {
  return task.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as ApiError,
  );
}

describe('the client', () => {
  it('says that the session is another one when its token is refused', async () => {
    for (const code of ['SIGN_IN_REQUIRED', 'CSRF_TOKEN_WRONG']) {
      const { api } = played(() => problem(403, { code, detail: 'no' }));
      let told = 0;
      api.onSignedOut(() => told++);
      expect((await failure(api.post('/jobs', {}))).problem.code).toBe(code);
      expect(told).toBe(1);
    }
  });

  it('shows the token with what changes something, and with nothing else', async () => {
    const { api, sent } = played(() => Response.json({}));
    api.csrfToken = 'secret';
    await api.get('/matrix');
    await api.post('/jobs', { what: [] });
    const tokens = sent.map(({ init }) => (init.headers as Record<string, string>)['X-CSRF-Token']);
    expect(tokens).toEqual([undefined, 'secret']);
    expect(sent[1]?.init.body).toBe('{"what":[]}');
  });

  it('tells problems in the server’s words, with what to do and when', async () => {
    const { api } = played(() => problem(429, { code: 'TOO_MANY_REQUESTS', title: 'Too many', detail: 'wait', remedies: ['wait'] }, { 'Retry-After': '7' }));
    const error = await failure(api.get('/matrix'));
    expect(error.problem).toMatchObject({ code: 'TOO_MANY_REQUESTS', detail: 'wait', remedies: ['wait'] });
    expect(error.retryAfter).toBe(7);
  });

  it('hears that nobody is signed in any more', async () => {
    const { api } = played(() => problem(401, { code: 'SIGN_IN_REQUIRED', title: '', detail: '', remedies: [] }));
    let told = 0;
    api.onSignedOut(() => told++);
    await failure(api.post('/jobs', {}));
    expect(told).toBe(1);
  });

  it.each([
    ['a proxy’s page', () => new Response('<h1>502</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }), 'UNREADABLE_ANSWER'],
    ['JSON that is no problem', () => Response.json({ a: 1 }, { status: 500 }), 'UNREADABLE_ANSWER'],
    ['broken JSON', () => new Response('{', { status: 500, headers: { 'Content-Type': 'application/json' } }), 'UNREADABLE_ANSWER'],
    ['a success that is no JSON', () => new Response('hello'), 'UNREADABLE_ANSWER'],
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'SERVER_UNREACHABLE'],
  ])('makes a problem of %s', async (_, answer, code) => {
    const { api } = played(answer);
    expect((await failure(api.get('/matrix'))).problem).toMatchObject({ code });
  });
});
