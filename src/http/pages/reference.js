import { element } from './element.js';
import { startSearch } from './search.js';
import { startSide } from './side.js';
import { readWithSession, sessionToken } from './session.js';

startSearch();
startSide();

// What needs a script is hidden without one.
document.querySelector('.token').hidden = false;

// "Try it" uses the session of the console, or another token: in the storage of the tab, which a reload keeps and closing
// the tab removes.
const tokenKey = 'sallyport-reference-token';
const token = document.getElementById('token');
const caller = document.getElementById('caller');
const signIn = document.getElementById('sign-in');
const showCaller = async () => {
  const isOther = token.value.trim() !== '';
  const me = isOther ? undefined : await readWithSession('/api/v1/user');
  caller.textContent = isOther ? 'with another token' : me ? `as ${me.user.username}` : 'without signing in';
  signIn.hidden = isOther || me !== undefined;
};
token.value = sessionStorage.getItem(tokenKey) ?? '';
if (token.value !== '') void showCaller();
token.addEventListener('input', () => {
  const value = token.value.trim();
  if (value) sessionStorage.setItem(tokenKey, value);
  else sessionStorage.removeItem(tokenKey);
  void showCaller();
});
// The session is asked for when somebody opens a form, not with each page.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.open && target.matches('.try')) void showCaller();
  },
  true,
);

// Deprecated operations are folded: a link to one opens them.
const unfold = () => {
  const target = document.querySelector(':target');
  const folded = target?.closest('details.old-operations');
  if (!folded || folded.open) return;
  folded.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', unfold);
unfold();

// "Try it": sends what the form says, without cookies, and shows the response below it.
const requestOf = (form, bearer) => {
  const { method, path } = form.dataset;
  const headers = new Headers();
  const query = new URLSearchParams();
  const request = { method, headers, credentials: 'omit' };
  let address = path;
  for (const { value, dataset } of form.querySelectorAll('[data-in]')) {
    if (dataset.in === 'body') {
      request.body = value;
      headers.set('Content-Type', 'application/json');
    } else if (value === '') continue;
    else if (dataset.in === 'path') address = address.replace(`{${dataset.name}}`, encodeURIComponent(value));
    else if (dataset.in === 'header') headers.set(dataset.name, value);
    else for (const each of 'list' in dataset ? value.split(',') : [value]) query.append(dataset.name, each.trim());
  }
  if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`);
  return [query.size > 0 ? `${address}?${query}` : address, request];
};

const indented = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};

/** Sends the request; again with a new token of the session if the one before has expired. */
const send = async (form) => {
  const own = token.value.trim();
  if (!('token' in form.dataset)) return fetch(...requestOf(form));
  if (own !== '') return fetch(...requestOf(form, own));
  const bearer = await sessionToken();
  const response = await fetch(...requestOf(form, bearer));
  if (response.status !== 401 || bearer === undefined) return response;
  return fetch(...requestOf(form, await sessionToken(bearer)));
};

/** A link to the page that explains a refusal, if the response names it. */
const whyOf = (response) => {
  const target = /<([^<>]*)>\s*;\s*rel="help"/.exec(response.headers.get('link') ?? '')?.[1];
  if (target === undefined) return [];
  return [element('p', {}, element('a', { href: target, textContent: 'Why is this refused?' }))];
};

const showResponse = async (form) => {
  const place = form.querySelector('.response');
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    const response = await send(form);
    const text = indented(await response.text());
    place.replaceChildren(
      element('p', { className: 'status', textContent: `${response.status} ${response.statusText}` }),
      ...whyOf(response),
      element('pre', { tabIndex: 0 }, element('code', { textContent: text })),
    );
  } catch (error) {
    place.replaceChildren(element('p', { className: 'status', textContent: `Not sent: ${error.message}` }));
  } finally {
    button.disabled = false;
  }
};

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void showResponse(event.target);
});
