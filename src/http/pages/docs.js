import { rememberTabs } from './tabs.js';

rememberTabs();

// This server may have several names: the commands use the one that this page was opened with.
for (const place of document.querySelectorAll('[data-address]')) place.textContent = location.origin;

// Absent where the browser does not trust the connection: then there is nothing to press.
if (navigator.clipboard) {
  for (const block of document.querySelectorAll('.steps pre, .guide pre, .operation pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    const frame = document.createElement('div');
    frame.className = 'block';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
