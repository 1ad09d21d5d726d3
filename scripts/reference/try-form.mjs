// The form that calls an operation from the page; reference.js sends it.
import { html } from '../html.mjs';

const choicesOf = (schema) => (schema.type === 'boolean' ? ['true', 'false'] : schema.enum);

const control = (id, { name, in: where, required, schema }, flatten) => {
  const flat = flatten(schema);
  const choices = choicesOf(flat);
  const attributes = html`id="${id}" data-in="${where}" data-name="${name}" ${required && html`required`}`;
  if (choices)
    return html`<select ${attributes}>
      <option></option>
      ${choices.map((each) => html`<option>${each}</option>`)}
    </select>`;
  const hint = flat.type === 'array' ? 'several, with commas' : '';
  return html`<input
    ${attributes}
    ${flat.type === 'array' && html`data-list`}
    placeholder="${hint}"
    autocomplete="off"
    spellcheck="false"
  />`;
};

/** The form with a control for every parameter and the example of the body. */
export const tryForm = ({ id, method, path, parameters, hasToken, body, flatten }) => html`
  <details class="try">
    <summary>Try it</summary>
    <form data-method="${method}" data-path="${path}" ${hasToken && html`data-token`}>
      ${parameters.map(
        (each) =>
          html`<div>
            <label for="${id}-${each.name}"
              >${each.name} ${each.required && html`<span class="required">required</span>`}</label
            >
            ${control(`${id}-${each.name}`, each, flatten)}
          </div>`,
      )}
      ${
        body !== undefined &&
        html`<div>
          <label for="${id}-body">Body</label>
          <textarea id="${id}-body" rows="8" spellcheck="false" data-in="body">
${JSON.stringify(body, null, 2)}</textarea>
        </div>`
      }
      <p><button>Send</button> It is sent to this server, for real.</p>
      <div class="response" role="status"></div>
    </form>
  </details>
`;
