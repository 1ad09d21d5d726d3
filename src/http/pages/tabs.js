// The form of a sample that somebody chose is shown everywhere, for as long as the tab of the browser is open.
const key = 'sallyport-docs-tab';

const show = (label) => {
  for (const choice of document.querySelectorAll('.tabs > input'))
    if (choice.dataset.tab === label) choice.checked = true;
};

export const rememberTabs = () => {
  show(sessionStorage.getItem(key));
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.tabs > input')) return;
    sessionStorage.setItem(key, target.dataset.tab);
    const before = target.getBoundingClientRect().top;
    show(target.dataset.tab);
    // Others above have another height now.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  });
};
