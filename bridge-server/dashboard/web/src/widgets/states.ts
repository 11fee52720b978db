// What stands where content is not: while it loads, where there is none, and where something failed.
import { asProblem } from '../api/problem';
import { hrefOf } from '../app/router';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';

export function loading(what: string): Markup {
  return h('p', { class: 'loading', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), `Loading ${what}…`);
}

/** Nothing is there yet, and this is how it gets there. */
export function empty(title: string, ...more: Child[]): Markup {
  return h('div', { class: 'empty' }, h('p', { class: 'empty-title' }, title), more);
}

export function emptyWithCommand(title: string, text: string, command: string): Markup {
  return empty(title, h('p', null, withCode(text)), commandLine(command));
}

/** The history has nothing for a page yet: how it gets there while a server holds it. */
export function nothingYet(title: string, text: string): Markup {
  return empty(
    title,
    h('p', null, text),
    h('p', null, h('a', { class: 'button primary', href: hrefOf({ page: 'start' }) }, 'Start a run')),
    h('p', { class: 'soft' }, withCode('This server holds its history: a run from a command line goes to a file of its own, and is brought in by `bascule history import` when the server has ended.')),
    commandLine('bascule run --store other.duckdb'),
  );
}

/** Problem details with what to do. */
export function problemBox(error: unknown, again?: () => void): Markup {
  const problem = asProblem(error);
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    h('p', { class: 'problem-title' }, h('span', { 'aria-hidden': 'true' }, '✗ '), problem.title),
    h('p', null, problem.detail),
    remedies(problem),
    h('p', { class: 'soft' }, h('code', null, problem.code), ' ', again === undefined ? null : h('button', { type: 'button', class: 'small-button', onClick: again }, 'Try again')),
  );
}

export function remedies(problem: { readonly remedies: readonly string[] }): Markup | null {
  return problem.remedies.length === 0
    ? null
    : h('ul', { class: 'remedies', 'aria-label': 'What to do' }, problem.remedies.map((remedy) => h('li', null, withCode(remedy))));
}

/** Text in which back-ticks set off what is typed. */
export function withCode(text: string): Child[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? h('code', null, part) : part));
}
