// HTML as text, for the pages that the build makes.

export const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

class Html {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** Marks text that is HTML already. */
export const raw = (text) => new Html(text);

const textOf = (value) => {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value === undefined || value === false ? '' : escape(String(value));
};

const withoutIndent = new WeakMap();

/** The fixed parts of a template, whose indentation is for readers of the source. */
const partsOf = (strings) => {
  if (!withoutIndent.has(strings))
    withoutIndent.set(
      strings,
      strings.map((part) => part.replaceAll(/\s*\n\s*/g, '\n')),
    );
  return withoutIndent.get(strings);
};

/** HTML with values: lists are joined, undefined and false are left out, and whatever is not HTML is escaped. */
export const html = (strings, ...values) => raw(String.raw({ raw: partsOf(strings) }, ...values.map(textOf)));

/** Replaces `{{name}}` by the value of that name; other names stay. */
export const fill = (template, values) =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (place, name) => (name in values ? textOf(values[name]) : place));
