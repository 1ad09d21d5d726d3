import { readWithSession, sessionToken } from './session.js';

const element = (name, properties = {}, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

// What needs a script is hidden without one.
for (const part of document.querySelectorAll('.token, search')) part.hidden = false;

const narrow = matchMedia('(max-width: 60rem)');
const areas = document.querySelector('.areas');
const foldAreas = () => (areas.open = !narrow.matches);
narrow.addEventListener('change', foldAreas);
foldAreas();
if (narrow.matches) document.querySelector(':target')?.scrollIntoView();
const side = document.querySelector('.side');
const current = areas.querySelector('[aria-current]')?.closest('li');
if (current && current.offsetTop + current.offsetHeight > side.clientHeight) side.scrollTop = current.offsetTop - 110;

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

// The search: every word has to be in the summary, the id or the path of an operation.
const search = document.getElementById('search');
const hits = document.getElementById('hits');
const hitsCount = document.getElementById('hits-count');
const oldHits = document.getElementById('old-hits');
const mostHits = 30;
let asksForOld = false;
let loading;
const loadIndex = () => (loading ??= fetch(search.dataset.index).then((response) => response.json()));

/** Smaller is better: the id itself, its beginning, words of the summary, and then what only the path has. */
const rankOf = ({ id, summary, deprecated }, query, words) => {
  const lowerId = id.toLowerCase();
  const text = summary.toLowerCase();
  const place =
    lowerId === query ? 0 : words.every((word) => text.includes(word)) ? 1 : lowerId.startsWith(query) ? 2 : 3;
  return place + (deprecated ? 10 : 0);
};

const findHits = (index, query) => {
  const words = query.split(/\s+/).filter(Boolean);
  const matches = index.filter(({ id, summary, method, path }) => {
    const text = `${id} ${summary} ${method} ${path}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return matches
    .map((entry) => ({ entry, rank: rankOf(entry, query, words) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
};

const showHit = ({ id, summary, method, path, page, deprecated }) =>
  element(
    'li',
    {},
    element(
      'a',
      { href: `${page}#${id}`, className: deprecated ? 'old' : '' },
      element('span', { textContent: summary }),
      element('span', { className: `method ${method}`, textContent: method }),
      element('code', { textContent: path }),
    ),
  );

const showHits = async () => {
  const index = await loadIndex();
  const query = search.value.trim().toLowerCase();
  areas.hidden = query !== '';
  const all = query === '' ? [] : findHits(index, query);
  const offered = all.filter(({ deprecated }) => !deprecated);
  // Deprecated ones are shown when nothing else is found, or somebody asks for them.
  const found = offered.length === 0 || asksForOld ? all : offered;
  hits.replaceChildren(...found.slice(0, mostHits).map(showHit));
  const more = found.length > mostHits ? `, the first ${mostHits} of them here` : '';
  hitsCount.textContent = query === '' ? '' : `${found.length} ${found.length === 1 ? 'hit' : 'hits'}${more}`;
  const hidden = all.length - found.length;
  oldHits.hidden = hidden === 0;
  oldHits.textContent = `Show ${hidden} deprecated`;
};

const endSearch = () => {
  search.value = '';
  return showHits();
};

search.addEventListener('focus', loadIndex, { once: true });
search.addEventListener('input', () => {
  asksForOld = false;
  return showHits();
});
oldHits.addEventListener('click', async () => {
  asksForOld = true;
  await showHits();
  search.focus();
});
search.addEventListener('keydown', async (event) => {
  if (event.key === 'Escape') await endSearch();
  if (event.key !== 'Enter') return;
  await showHits();
  hits.querySelector('a')?.click();
});
hits.addEventListener('click', (event) => {
  if (event.target.closest('a') && !event.ctrlKey && !event.metaKey) setTimeout(endSearch);
});

const moveFocus = (event) => {
  const places = [search, ...hits.querySelectorAll('a')];
  const next = places.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
  if (!places[next]) return;
  event.preventDefault();
  places[next].focus();
};
document.querySelector('search').addEventListener('keydown', (event) => {
  if (['ArrowDown', 'ArrowUp'].includes(event.key)) moveFocus(event);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  search.focus();
});

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
