// The contract -> the pages of the reference: one for each tag with its operations, and one in front of them. They are
// read without a script; reference.js adds the search and "Try it".
import { Marked } from 'marked';
import { methods } from './assemble.mjs';
import { fill, html, raw } from './html.mjs';
import { pageTemplate } from './page-template.mjs';
import { operationWriter } from './reference/operation.mjs';
import { schemaReader } from './reference/schema.mjs';

const abbreviations = new Map(
  ['aws', 'gcp', 'jwt', 'ldap', 'ocsp', 'oidc', 'tls'].map((name) => [name, name.toUpperCase()]),
);

/** `secret-versions` as a title: Secret versions. */
const titleOf = (tag) => {
  const text = tag.replaceAll(/\w+/g, (word) => abbreviations.get(word) ?? word).replaceAll('-', ' ');
  return text[0].toUpperCase() + text.slice(1);
};

const addressOf = (tag) => `/docs/reference/${tag}`;

const isDeprecated = ({ operation }) => Boolean(operation.deprecated);

/** Splits operations into those that are offered and the deprecated ones, unless all of them are deprecated. */
const split = (operations) => {
  const current = operations.filter((each) => !isDeprecated(each));
  return current.length === 0 ? [operations, []] : [current, operations.filter(isDeprecated)];
};

/** Content about deprecated operations, which is shown when somebody asks for it. */
const folded = (old, content) =>
  old.length > 0 &&
  html`<details class="old-operations">
    <summary>${old.length} deprecated</summary>
    ${content}
  </details>`;

/** All operations, in the order of the contract; deprecated ones after the others. */
const operationsOf = ({ paths }) => {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((name) => methods.includes(name))
      .map((name) => ({ method: name.toUpperCase(), path, operation: item[name], shared: item.parameters ?? [] })),
  );
  return [...all.filter((each) => !isDeprecated(each)), ...all.filter(isDeprecated)];
};

/** What the search looks in: an entry for every operation, with the address that it opens. */
const searchIndex = (operations) =>
  operations.map(({ method, path, operation: { operationId, summary, tags, deprecated } }) => ({
    id: operationId,
    summary,
    method,
    path,
    page: addressOf(tags[0]),
    ...(deprecated && { deprecated }),
  }));

const menuOf = (groups, current, operations) => {
  const [offered, old] = split(operations);
  const item = ({ method, operation: { operationId, summary } }) =>
    html`<li>
      <a href="#${operationId}"><span>${summary}</span> <span class="method ${method}">${method}</span></a>
    </li>`;
  const entry = (tag) => {
    const isCurrent = tag === current;
    return html`<li>
      <a href="${addressOf(tag)}" ${isCurrent && html`aria-current="page"`}>${titleOf(tag)}</a>
      ${
        isCurrent &&
        html`<ul class="operations">
            ${offered.map(item)}
          </ul>
          ${folded(
            old,
            html`<ul class="operations">
              ${old.map(item)}
            </ul>`,
          )}`
      }
    </li>`;
  };
  return groups.map(
    ({ name, tags }) =>
      html`<p>${name}</p>
        <ul>
          ${tags.map(entry)}
        </ul>`,
  );
};

/** The first page: what holds for all operations, the areas, and the errors. */
const firstPage = ({ info, tags, components, 'x-tagGroups': groups }, operations, markdown) => {
  const descriptions = new Map(tags.map(({ name, description }) => [name, description]));
  const count = (tag) => split(operations.filter(({ operation }) => operation.tags[0] === tag))[0].length;
  const area = ({ name, tags: names }) =>
    html`<section>
      <h3>${name}</h3>
      <ul>
        ${names.map(
          (tag) =>
            html`<li>
              <a href="${addressOf(tag)}">${titleOf(tag)}</a> <span class="count">${count(tag)}</span>
              <span class="about">${markdown.inline(descriptions.get(tag))}</span>
            </li>`,
        )}
      </ul>
    </section>`;
  const error = ([name, { description, content }]) => {
    const { example } = content['application/json'];
    return html`<section class="error" id="${name}">
      <h3>${example.statusCode} <code>${example.error}</code></h3>
      <div class="about">${markdown.block(description)}</div>
      <pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
    </section>`;
  };
  const errors = Object.entries(components.responses).filter(([, { content }]) =>
    Boolean(content?.['application/json']?.example?.statusCode),
  );
  return html`
    <h1>Reference</h1>
    <p class="about">
      ${split(operations)[0].length} operations, and ${split(operations)[1].length} deprecated ones for older clients;
      also as <a href="/api/openapi.json">openapi.json</a> and <a href="/api/openapi.yaml">openapi.yaml</a>.
    </p>
    <div class="index">${groups.map(area)}</div>
    <h2 id="all">What holds for all operations</h2>
    <div class="general">${markdown.block(info.description)}</div>
    <h2 id="errors">Errors</h2>
    ${errors.map(error)}
  `;
};

/** Builds the pages by tag, with `index` for the first one, and the index of the search. */
export const buildReference = (document) => {
  const marked = new Marked();
  const markdown = { block: (text) => raw(marked.parse(text)), inline: (text) => raw(marked.parseInline(text)) };
  const schemas = schemaReader(document, markdown.inline);
  const write = operationWriter(document, { markdown, schemas });
  const operations = operationsOf(document);
  const groups = document['x-tagGroups'];
  const template = pageTemplate('reference');
  const pageOf = (title, current, own, content) =>
    fill(template, { title, menu: html`${menuOf(groups, current, own)}`, content });
  const tagPage = ({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name);
    const head = html`<h1>${titleOf(name)}</h1>
      <p class="about">${markdown.inline(description)}</p>`;
    const [offered, old] = split(own);
    const content = html`${head}${offered.map(write)}${folded(old, html`${old.map(write)}`)}`;
    return pageOf(titleOf(name), name, own, content);
  };
  const pages = {
    index: pageOf('Reference', undefined, [], firstPage(document, operations, markdown)),
    ...Object.fromEntries(document.tags.map((tag) => [tag.name, tagPage(tag)])),
  };
  return { pages, index: JSON.stringify(searchIndex(operations)) };
};
