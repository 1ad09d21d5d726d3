import { element } from './element.js';
import { startSearch } from './search.js';
import { readWithSession } from './session.js';
import { startSide } from './side.js';

startSearch();
startSide();

// The project that the commands name: in the storage of the tab, its id and slug.
const key = 'sallyport-docs-project';
const places = document.querySelectorAll('[data-project]');
const fill = (project) => {
  for (const place of places) place.textContent = project[place.dataset.project];
};
const stored = sessionStorage.getItem(key);
if (stored) fill(JSON.parse(stored));

const picker = document.getElementById('project');
const button = picker.querySelector('button');
const note = picker.querySelector('[role=status]');
picker.hidden = places.length === 0;

const choose = (projects) => {
  const chosen = stored ? JSON.parse(stored).id : '';
  const select = element(
    'select',
    { id: 'project-choice' },
    ...projects.map(({ id, name, slug }) =>
      element('option', { value: id, textContent: `${name} (${slug})`, selected: id === chosen }),
    ),
  );
  const use = () => {
    const { id, slug } = projects.find((project) => project.id === select.value);
    sessionStorage.setItem(key, JSON.stringify({ id, slug }));
    fill({ id, slug });
  };
  select.addEventListener('change', use);
  button.replaceWith(element('label', { htmlFor: 'project-choice', textContent: 'Commands for the project' }), select);
  use();
  select.focus();
};

button.addEventListener('click', async () => {
  const { projects = [] } = (await readWithSession('/api/v1/projects')) ?? {};
  if (projects.length > 0) return choose(projects);
  note.replaceChildren(
    element('a', { href: '/login', textContent: 'Sign in to the console' }),
    ' as a member of a project first.',
  );
});
