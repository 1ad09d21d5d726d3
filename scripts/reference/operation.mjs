// One operation of the reference: what it does and takes on the left, a request and its response on the right.
import { exampleComposer } from '../examples.mjs';
import { html } from '../html.mjs';
import { tabs } from '../tabs.mjs';
import { samplesOf } from './samples.mjs';
import { tryForm } from './try-form.mjs';

const json = 'application/json';

/** So many parameters and fields of the body fit a screen with the rest of the operation. */
const mostFields = 5;

/** Splits a long description after some sentences, so that the parameters stay on the first screen. */
const splitDescription = (text) => {
  const [first, ...paragraphs] = text.trim().split(/\n\s*\n/);
  const sentences = first.split(/(?<=[.:]\s*)\s(?=[A-Z`])/);
  let lead = sentences.shift();
  while (sentences.length > 0 && lead.length + sentences[0].length < 340) lead += ` ${sentences.shift()}`;
  // The sentence about a replacement is what a reader of a deprecated operation came for.
  const notes = paragraphs.filter((each) => each.startsWith('Deprecated:'));
  const others = paragraphs.filter((each) => !notes.includes(each));
  return { lead: [lead, ...notes].join('\n\n'), rest: [sentences.join(' '), ...others].join('\n\n').trim() };
};

/** Optional only for service tokens, which have a project and an environment of their own. */
const usual = new Set(['projectId', 'environment']);

const callers = { user: 'Users', identity: 'Machine identities' };

export const operationWriter = (document, { markdown, schemas }) => {
  const compose = exampleComposer(document, () => undefined);
  const schemes = document.components.securitySchemes;

  /** Who may call the operation, in words. */
  const whoOf = ({ security = document.security, 'x-actors': actors }) => {
    const names = security.flatMap(Object.keys);
    if (names.length === 0) return 'Everybody, without a token';
    if (actors?.length === 1 && callers[actors[0]]) return `${callers[actors[0]]} only`;
    if (names.join() === 'bearer') return 'Users and machine identities';
    if (names.join() === 'bearer,serviceToken') return 'Users, machine identities and service tokens';
    return markdown.inline(names.map((name) => schemes[name].description).join(' '));
  };

  const permissionOf = ({ 'x-permission': { project, organization, instance, none, or = [] } }) => {
    if (none) return markdown.inline(none);
    if (instance) return 'Administrators of the server';
    const names = [project ?? organization, ...or].map((name) => html`<code>${name}</code>`);
    const list = names.flatMap((name, index) => (index === 0 ? name : [' or ', name]));
    return html`${list} in the ${project ? 'project' : 'organization'}`;
  };

  /** A body with what is required; with everything, if nothing is. */
  const bodyExample = (schema) => {
    const flat = schemas.flatten(schema);
    if ('example' in flat || Object.keys(flat.properties).length === 0) return compose(schema, []);
    const names = flat.required.length > 0 ? new Set(flat.required) : new Set(Object.keys(flat.properties));
    const properties = Object.entries(flat.properties).filter(([name]) => names.has(name));
    return Object.fromEntries(properties.map(([name, each]) => [name, compose(each, [name])]));
  };

  const exampleOf = ({ example, schema }) => schemas.resolve(schema)?.example ?? example ?? compose(schema, []);

  const valueOf = ({ name, schema, example }) => {
    const value = example ?? compose(schema, [name]) ?? name;
    return encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : value);
  };

  /** The path and the query of a request with what it needs. */
  const targetOf = ({ path, parameters }) => {
    const find = (name) => parameters.find((each) => each.in === 'path' && each.name === name);
    const filled = path.replaceAll(/\{(\w+)\}/g, (place, name) => (find(name) ? valueOf(find(name)) : place));
    const query = parameters
      .filter(({ in: where, name, required }) => where === 'query' && (required || usual.has(name)))
      .map((each) => `${each.name}=${valueOf(each)}`)
      .join('&');
    return query === '' ? filled : `${filled}?${query}`;
  };

  /** The errors that all operations share lead to their description on the first page. */
  const otherStatuses = (responses) => {
    const others = Object.entries(responses).filter(([status]) => status !== '200');
    const isShared = ([status, { $ref }]) => Boolean($ref) && Number(status) >= 400;
    const own = others.filter((each) => !isShared(each));
    const shared = others.filter(isShared);
    return html`
      ${
        own.length > 0 &&
        html`<dl class="statuses">
          ${own.map(
            ([status, response]) =>
              html`<div>
                <dt>${status}</dt>
                <dd>${markdown.inline(schemas.resolve(response).description)}</dd>
              </div>`,
          )}
        </dl>`
      }
      ${
        shared.length > 0 &&
        html`<p class="errors">
          Errors:
          ${shared.map(([status, { $ref }]) => html`<a href="/docs/reference#${$ref.split('/').at(-1)}">${status}</a> `)}
        </p>`
      }
    `;
  };

  const responseOf = (responses) => {
    const success = schemas.resolve(responses['200']);
    if (!success) return undefined;
    const [type, content] = Object.entries(success.content ?? {})[0] ?? [];
    const example = content && exampleOf(content);
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
    const fields = type === json ? schemas.fields(content.schema) : [];
    return html`
      <h3>Response <span class="status">200</span> ${type !== json && html`<span class="type">${type}</span>`}</h3>
      <div class="about">${markdown.block(success.description)}</div>
      ${text && html`<pre class="example" tabindex="0"><code>${text}</code></pre>`}
      ${
        fields.length > 0 &&
        html`<details class="more">
          <summary>Fields of the response</summary>
          ${fields}
        </details>`
      }
    `;
  };

  return ({ method, path, operation, shared }) => {
    const id = operation.operationId;
    const parameters = [...shared, ...(operation.parameters ?? [])].map(schemas.resolve);
    const fields = parameters.map(({ in: place, required, deprecated, ...rest }) => ({
      ...rest,
      place,
      isRequired: required,
      isDeprecated: deprecated,
    }));
    const body = schemas.resolve(operation.requestBody)?.content ?? {};
    const bodySchema = (body[json] ?? Object.values(body)[0])?.schema;
    const names = (operation.security ?? document.security).flatMap(Object.keys);
    const hasToken = names.some((name) => schemes[name].scheme === 'bearer');
    const example = body[json] && (body[json].example ?? bodyExample(body[json].schema));
    const answersJson = Boolean(schemas.resolve(operation.responses['200'])?.content?.[json]);
    const canTry =
      answersJson && (!bodySchema || body[json]) && names.every((name) => schemes[name].scheme === 'bearer');
    const { lead, rest } = splitDescription(operation.description);
    return html`
      <section class="operation" id="${id}" aria-labelledby="${id}-title">
        <div class="text">
          <h2 id="${id}-title">
            <a href="#${id}">${operation.summary}</a>
            ${operation.deprecated && html` <span class="deprecated">deprecated</span>`}
          </h2>
          <p class="route"><span class="method ${method}">${method}</span> <code>${path}</code></p>
          <div class="about">${markdown.block(lead)}</div>
          ${
            rest &&
            html`<details class="more">
              <summary>More about it</summary>
              ${markdown.block(rest)}
            </details>`
          }
          <dl class="facts">
            <div>
              <dt>For</dt>
              <dd>${whoOf(operation)}</dd>
            </div>
            <div>
              <dt>Needs</dt>
              <dd>${permissionOf(operation)}</dd>
            </div>
            <div>
              <dt>Id</dt>
              <dd><code>${id}</code></dd>
            </div>
          </dl>
          ${parameters.length > 0 && html`<h3>Parameters</h3>`}
          ${fields.length > 0 && schemas.list(fields, [], mostFields)}
          ${
            bodySchema &&
            html`<h3>Body</h3>
              ${!body[json] && html`<p class="type">${Object.keys(body)[0]}</p>`}${schemas.fields(bodySchema, Math.max(3, mostFields - fields.length))}`
          }
        </div>
        <div class="samples">
          <h3>Request</h3>
          ${tabs(`${id}-sample`, samplesOf({ method, target: targetOf({ path, parameters }), hasToken, body: example }))}
          ${canTry && tryForm({ id, method, path, parameters, hasToken, body: example, flatten: schemas.flatten })}
          ${responseOf(operation.responses)} ${otherStatuses(operation.responses)}
        </div>
      </section>
    `;
  };
};
