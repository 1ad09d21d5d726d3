/** Folds the list of pages on a narrow screen, and scrolls it to the current one elsewhere. */
export const startSide = () => {
  const narrow = matchMedia('(max-width: 60rem)');
  const areas = document.querySelector('.areas');
  const foldAreas = () => (areas.open = !narrow.matches);
  narrow.addEventListener('change', foldAreas);
  foldAreas();
  if (narrow.matches) document.querySelector(':target')?.scrollIntoView();
  const side = document.querySelector('.side');
  const current = areas.querySelector('[aria-current]')?.closest('li');
  if (current && current.offsetTop + current.offsetHeight > side.clientHeight) side.scrollTop = current.offsetTop - 110;
};
