// The search in guides and reference: every word has to be in a section, or in the summary, the id or the path of an
// operation.
import { element } from './element.js';

const search = document.getElementById('search');
const areas = document.querySelector('.areas');
const hits = document.getElementById('hits');
const hitsCount = document.getElementById('hits-count');
const oldHits = document.getElementById('old-hits');
const mostHits = 30;
let asksForOld = false;
let loading;
const loadIndex = () => (loading ??= fetch(search.dataset.index).then((response) => response.json()));

/** Smaller is better: the id itself, its beginning, words of the summary, and then what only the path has. */
const rankOf = ({ id, guide, summary, deprecated }, query, words) => {
  const lowerId = id.toLowerCase();
  const title = `${guide ?? ''} ${summary}`.toLowerCase();
  const place =
    lowerId === query ? 0 : words.every((word) => title.includes(word)) ? 1 : lowerId.startsWith(query) ? 2 : 3;
  // Of what is as near, guides come first.
  return place + (guide === undefined ? 0.5 : 0) + (deprecated ? 10 : 0);
};

const findHits = (index, query) => {
  const words = query.split(/\s+/).filter(Boolean);
  const matches = index.filter(({ id, guide, summary, text, method, path }) => {
    const all = (
      guide === undefined ? `${id} ${summary} ${method} ${path}` : `${guide} ${summary} ${text}`
    ).toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return matches
    .map((entry) => ({ entry, rank: rankOf(entry, query, words) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
};

const showHit = ({ id, guide, summary, method = 'Guide', path, page, deprecated }) =>
  element(
    'li',
    {},
    element(
      'a',
      { href: `${page}#${id}`, className: deprecated ? 'old' : '' },
      element('span', { textContent: summary }),
      element('span', { className: `method ${method}`, textContent: method }),
      guide === undefined ? element('code', { textContent: path }) : element('small', { textContent: guide }),
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

/** Makes the search of the page work, which is hidden without a script. */
export const startSearch = () => {
  search.closest('search').hidden = false;
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
};
