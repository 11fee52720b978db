import type { Problem } from './types';

/** The code of a problem that is the page's own: nobody answered. */
export const UNREACHABLE = 'SERVER_UNREACHABLE';

/** What the server said is wrong, or that it could not be asked. */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    /** Seconds after which it is worth trying again. */
    readonly retryAfter?: number,
  ) {
    super(problem.detail);
  }
}

/** The problem of an answer that is no success. */
export async function problemOf(answer: Response): Promise<ApiError> {
  const after = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(after) ? after : undefined;
  const problem = await body(answer);
  return retryAfter === undefined ? new ApiError(problem) : new ApiError(problem, retryAfter);
}

async function body(answer: Response): Promise<Problem> {
  if (/\bjson\b/.test(answer.headers.get('Content-Type') ?? '')) {
    try {
      const read = (await answer.json()) as Partial<Problem>;
      if (typeof read.detail === 'string' && typeof read.code === 'string') {
        return { ...made(read.code, read.title ?? read.code, read.detail, ['try again']), ...read };
      }
    } catch {
      // Told below as what it is: an answer that nobody can read.
    }
  }
  return made('UNREADABLE_ANSWER', 'The answer cannot be read', `the server answered ${answer.status} ${answer.statusText}`.trim(), [
    "look at the server's log",
  ]);
}

/** The server could not be asked at all. */
export function unreachable(cause: unknown): ApiError {
  const words = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  return new ApiError(
    made(UNREACHABLE, 'The server cannot be reached', `no answer came from the server${words}`, [
      'see whether `bascule serve` still runs, then try again',
    ]),
  );
}

function made(code: string, title: string, detail: string, remedies: readonly [string, ...string[]]): Problem {
  return { type: 'about:blank', title, status: 0, detail, code, severity: 'ERROR', category: 'request', remedies: [...remedies] };
}

/** Whatever was thrown, as a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof ApiError) {
    return error.problem;
  }
  const detail = error instanceof Error ? error.message : String(error);
  return made('PAGE_FAILED', 'This page failed', detail, ['reload the page; report it with these words if it stays']);
}
