import { afterEach, describe, expect, test, vi } from 'vitest';
import { download } from '../src/job/download';

const ADDRESS = '/models/secret-of-this-job/abc';

describe('a download that fails', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['by its status', new Response('', { status: 404 })],
    ['by its hash', new Response('other', { status: 200 })],
  ])('%s names the file by its hash, and not by its address', async (_, response) => {
    vi.stubGlobal('fetch', () => Promise.resolve(response));
    const error = await download(ADDRESS, 'abc').catch((thrown: unknown) => String(thrown));
    expect(error).toContain('abc');
    expect(error).not.toContain('secret-of-this-job');
  });
});
