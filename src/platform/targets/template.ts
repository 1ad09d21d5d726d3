const placeholder = /\{\{\{\s*(\w+)\s*\}\}\}|\{\{\s*(\w+)\s*\}\}/g;

/** Whether the text has no other placeholders than these, written as `{{name}}` or `{{{name}}}`. */
export const isTemplateOf = (text: string, names: readonly string[]): boolean =>
  !text
    .replaceAll(placeholder, (whole, triple?: string, double?: string) =>
      names.includes(triple ?? double ?? '') ? '' : whole,
    )
    .includes('{{');

/** Fills in the placeholders of a text that was checked with `isTemplateOf`; the values are not quoted. */
export const render = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(placeholder, (whole, triple?: string, double?: string) => values[triple ?? double ?? ''] ?? whole);
