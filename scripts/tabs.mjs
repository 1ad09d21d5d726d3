// Several forms of one thing, of which one is shown: radio buttons and style sheets alone, so that they work without a
// script; tabs.js shows the same form everywhere.
import { html } from './html.mjs';

/** Labels and contents of the forms; `name` is unique on the page. */
export const tabs = (name, forms) => {
  const choices = forms.map(
    ([label], index) =>
      html`<input type="radio" name="${name}" id="${name}-${index}" data-tab="${label}" ${index === 0 && 'checked'} />
        <label for="${name}-${index}">${label}</label>`,
  );
  const panels = forms.map(([, content]) => html`<div class="panel">${content}</div>`);
  return html`<div class="tabs">${choices}${panels}</div>`;
};
