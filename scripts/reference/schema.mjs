// The fields of a schema as a list, with nested ones folded.
import { html } from '../html.mjs';

/** Alternatives beyond this number are named only: the rules of a role have forty. */
const mostAlternatives = 4;

export const schemaReader = (document, inline) => {
  const target = ($ref) =>
    $ref
      .split('/')
      .slice(1)
      .reduce((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);

  /** The object that a reference leads to, or the object itself. */
  const resolve = (node) => (node?.$ref ? resolve(target(node.$ref)) : node);

  /** The schema without references and `allOf`; what it says itself comes before what it refers to. */
  const flatten = (schema) => {
    if (!flattened.has(schema)) flattened.set(schema, flattenNew(schema));
    return flattened.get(schema);
  };

  const flattened = new WeakMap();
  const flattenNew = (schema) => {
    const { $ref, allOf = [], ...own } = schema;
    const parts = [...($ref ? [target($ref)] : []), ...allOf].map(flatten);
    return {
      ...Object.assign({}, ...parts),
      ...own,
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
      required: [...parts.flatMap(({ required }) => required), ...(own.required ?? [])],
    };
  };

  const itemOf = (schema) => (schema.items ? flatten(schema.items) : undefined);

  const rangeOf = ({ minimum, maximum, maxLength, maxItems }) => {
    if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
    if (minimum !== undefined) return `at least ${minimum}`;
    if (maximum !== undefined) return `at most ${maximum}`;
    if (maxItems !== undefined) return `at most ${maxItems}`;
    return maxLength !== undefined && maxLength < 16_384 ? `up to ${maxLength} characters` : undefined;
  };

  const kindOf = (schema) => {
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    const item = itemOf(schema);
    if (item) return `list of ${kindOf(item)}`;
    if (schema.oneOf) {
      const kinds = [...new Set(schema.oneOf.map((each) => kindOf(flatten(each))))];
      return kinds.length <= mostAlternatives ? kinds.join(' or ') : `one of ${kinds.length} kinds`;
    }
    return schema.format && schema.type === 'string' ? schema.format : (schema.type ?? 'any');
  };

  /** The type of a value in a few words, such as `integer, 1 to 100, default 20`. */
  const typeOf = (schema) => {
    const flat = flatten(schema);
    const start = flat.default === undefined ? undefined : `default ${JSON.stringify(flat.default)}`;
    const parts = [kindOf(flat), rangeOf(flat), flat.nullable && 'or null', start];
    return parts.filter(Boolean).join(', ');
  };

  /** One field: its name and type, what it means, and the fields in it, folded. */
  const field = ({ name, place, schema, description, isRequired, isDeprecated }, above) => html`
    <div class="field">
      <dt>
        <code>${name}</code>
        ${isRequired && html`<span class="required">required</span>`}
        ${isDeprecated && html`<span class="deprecated">deprecated</span>`}
        <span class="type">${place && `${place}, `}${typeOf(schema)}</span>
      </dt>
      <dd>${inline(description ?? flatten(schema).description ?? '')} ${nested(schema, above)}</dd>
    </div>
  `;

  const plainList = (fields, above) => html`<dl class="fields">${fields.map((each) => field(each, above))}</dl>`;

  /** A list of fields, required ones first; optional ones beyond a number of fields are folded. */
  const list = (fields, above, most = Infinity) => {
    const required = fields.filter(({ isRequired }) => isRequired);
    const all = [...required, ...fields.filter(({ isRequired }) => !isRequired)];
    // Folding a single one would save nothing.
    const shown = all.length <= most + 1 ? all.length : Math.max(most, required.length);
    const rest = all.slice(shown);
    return html`${plainList(all.slice(0, shown), above)}
    ${
      rest.length > 0 &&
      html`<details class="more">
        <summary>${rest.length} more: ${rest.map(({ name }) => name).join(', ')}</summary>
        ${plainList(rest, above)}
      </details>`
    }`;
  };

  const propertiesOf = ({ properties, required }) =>
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      isRequired: required.includes(name),
      isDeprecated: flatten(schema).deprecated,
    }));

  /** The schemas whose fields belong to a value: itself, its items or its alternatives. */
  const objectsIn = (schema) => {
    const flat = flatten(schema);
    if (flat.items) return objectsIn(flat.items);
    if (flat.oneOf && flat.oneOf.length <= mostAlternatives) return flat.oneOf.flatMap(objectsIn);
    return Object.keys(flat.properties).length > 0 ? [flat] : [];
  };

  /** Names the kinds of a value that are too many to show their fields. */
  const kindsIn = (schema) => {
    const { items, oneOf = [], discriminator } = flatten(schema);
    if (items) return kindsIn(items);
    if (oneOf.length <= mostAlternatives || !discriminator) return undefined;
    const names = Object.keys(discriminator.mapping).map((name) => html`<code>${name}</code> `);
    return html`<details>
      <summary>By <code>${discriminator.propertyName}</code></summary>
      ${names}
    </details>`;
  };

  const nested = (schema, above) => {
    const objects = objectsIn(schema);
    // A schema that contains itself, such as a condition, is shown once.
    const isKnown = schema.$ref && above.includes(schema.$ref);
    if (objects.length === 0 || isKnown) return kindsIn(schema);
    const inside = [...above, schema.$ref, schema.items?.$ref].filter(Boolean);
    return html`<details>
      <summary>Fields</summary>
      ${objects.map((each) => list(propertiesOf(each), inside))}
    </details>`;
  };

  /** The fields of a body. */
  const fields = (schema, most) =>
    objectsIn(schema).map((each) => list(propertiesOf(each), [schema.$ref].filter(Boolean), most));

  return { resolve, flatten, typeOf, list, fields };
};
