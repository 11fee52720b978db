import { useState } from 'preact/hooks';
import { useStore } from '../app/hooks';
import { BASE, hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { problemBox } from '../widgets/states';

type Credentials = { user: string; password: string } | { token: string };

type Enter = (credentials: Credentials, form: HTMLFormElement) => Promise<void>;

export function SignInPage({ context: { session, navigation }, query }: PageProps): Markup {
  useStore((changed) => session.listen(changed));
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const wanted = query.get('back') ?? '';
  const back = wanted.startsWith(BASE) ? wanted : hrefOf({ page: 'matrix' });
  const enter: Enter = async (credentials, form) => {
    setBusy(true);
    try {
      await session.signIn(credentials);
      navigation.go(back, true);
    } catch (error) {
      setProblem(error);
      form.querySelector<HTMLInputElement>('input[type=password]')?.select();
    } finally {
      setBusy(false);
    }
  };
  const { signInBy: ways = [], view, readOnly } = session.current ?? {};
  return h(
    'div',
    { class: 'sign-in' },
    h('p', { class: 'soft' }, readOnly === true ? 'Nothing can be changed on this server; signing in is for looking.' : view === 'public' ? 'Looking needs no sign-in here. Starting runs, and whatever else changes something, does.' : 'This server shows its pages to who is signed in.'),
    h('div', null, problem !== undefined && problemBox(problem)),
    h('div', { class: 'forms' }, ways.includes('password') && byPassword(enter, busy), ways.includes('token') && byToken(enter, busy, !ways.includes('password'))),
  );
}

function input(label: string, name: string, type: string, autocomplete: string): Markup {
  return h('label', { class: 'field' }, h('span', null, label), h('input', { name, type, autocomplete, required: true }));
}

function form(send: (value: (name: string) => string, form: HTMLFormElement) => void, ...children: Child[]): Markup {
  const submit = (event: Event): void => {
    event.preventDefault();
    const filled = event.currentTarget as HTMLFormElement;
    send((name) => (filled.elements.namedItem(name) as HTMLInputElement).value, filled);
  };
  return h('form', { class: 'card padded', onSubmit: submit }, children);
}

function byPassword(enter: Enter, busy: boolean): Markup {
  return form(
    (value, filled) => void enter({ user: value('user'), password: value('password') }, filled),
    h('h2', null, 'With a name and a password'),
    input('Name', 'user', 'text', 'username'),
    input('Password', 'password', 'password', 'current-password'),
    h('button', { type: 'submit', class: 'primary', disabled: busy }, 'Sign in'),
  );
}

function byToken(enter: Enter, busy: boolean, alone: boolean): Markup {
  return form(
    (value, filled) => void enter({ token: value('token').trim() }, filled),
    h('h2', null, 'With a token'),
    h('p', { class: 'soft' }, 'The token that the server was started with, or the one at the end of the link that it printed.', alone && [' A user with a password is made by ', h('code', null, 'bascule serve user add NAME'), '.']),
    input('Token', 'token', 'password', 'off'),
    h('button', { type: 'submit', class: alone ? 'primary' : '', disabled: busy }, 'Sign in with the token'),
  );
}
