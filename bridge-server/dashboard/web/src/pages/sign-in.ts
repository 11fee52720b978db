import type { Context, View } from '../app/view';
import { BASE, hrefOf } from '../app/router';
import { fill, h } from '../dom/h';
import { problemBox } from '../widgets/states';

export function signInPage(context: Context, query: URLSearchParams): View {
  const wanted = query.get('back') ?? '';
  const back = wanted.startsWith(BASE) ? wanted : hrefOf({ page: 'matrix' });
  const errors = h('div');
  const purpose = h('p', { class: 'soft' });
  const place = h('div', { class: 'forms' });
  const enter = async (credentials: { user: string; password: string } | { token: string }, form: HTMLFormElement): Promise<void> => {
    const button = form.querySelector('button');
    button?.setAttribute('disabled', '');
    try {
      await context.session.signIn(credentials);
      context.navigation.go(back, true);
    } catch (error) {
      fill(errors, problemBox(error));
      form.querySelector<HTMLInputElement>('input[type=password]')?.select();
    } finally {
      button?.removeAttribute('disabled');
    }
  };
  const show = (): void => {
    const { signInBy: ways = [], view, readOnly } = context.session.current ?? {};
    fill(purpose, readOnly === true ? 'Nothing can be changed on this server; signing in is for looking.' : view === 'public' ? 'Looking needs no sign-in here. Starting runs, and whatever else changes something, does.' : 'This server shows its pages to who is signed in.');
    fill(place, ways.includes('password') && byPassword(enter), ways.includes('token') && byToken(enter, !ways.includes('password')));
  };
  show();
  const unlisten = context.session.listen(show);
  const element = h('div', { class: 'sign-in' }, purpose, errors, place);
  return { title: 'Sign in', element, dispose: unlisten };
}

type Enter = (credentials: { user: string; password: string } | { token: string }, form: HTMLFormElement) => Promise<void>;

function input(label: string, name: string, type: string, autocomplete: string): HTMLLabelElement {
  return h('label', { class: 'field' }, h('span', null, label), h('input', { name, type, autocomplete, required: true }));
}

function value(form: HTMLFormElement, name: string): string {
  return (form.elements.namedItem(name) as HTMLInputElement).value;
}

function byPassword(enter: Enter): HTMLElement {
  const form = h(
    'form',
    { class: 'card padded', on: { submit: (event: Event) => (event.preventDefault(), void enter({ user: value(form, 'user'), password: value(form, 'password') }, form)) } },
    h('h2', null, 'With a name and a password'),
    input('Name', 'user', 'text', 'username'),
    input('Password', 'password', 'password', 'current-password'),
    h('button', { type: 'submit', class: 'primary' }, 'Sign in'),
  );
  return form;
}

function byToken(enter: Enter, alone: boolean): HTMLElement {
  const form = h(
    'form',
    { class: 'card padded', on: { submit: (event: Event) => (event.preventDefault(), void enter({ token: value(form, 'token').trim() }, form)) } },
    h('h2', null, 'With a token'),
    h('p', { class: 'soft' }, 'The token that the server was started with, or the one at the end of the link that it printed.', alone && [' A user with a password is made by ', h('code', null, 'bascule serve user add NAME'), '.']),
    input('Token', 'token', 'password', 'off'),
    h('button', { type: 'submit', class: alone ? 'primary' : '' }, 'Sign in with the token'),
  );
  return form;
}
