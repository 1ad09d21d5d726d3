/** What each pattern of the contract means, in words: callers never see a regular expression. */
const descriptions: ReadonlyMap<string, string> = new Map([
  [String.raw`\S`, 'must contain more than spaces'],
  ['^/', 'must start with a slash'],
  [String.raw`^\s*/`, 'must start with a slash'],
  ['^[^,]+$', 'must not contain commas'],
  ['^[a-z0-9]+(-[a-z0-9]+)*$', 'must be lower-case letters and digits, in words joined by single dashes'],
  ['^[A-Za-z0-9_-]+$', 'must be letters, digits, dashes and underscores'],
  [
    '^/?([A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*/?)?$',
    'must be a folder path such as /backend/api, of letters, digits, dashes and underscores',
  ],
  [
    '^[A-Za-z0-9_-]([A-Za-z0-9_ -]*[A-Za-z0-9_-])?$',
    'must be letters, digits, dashes, underscores and spaces, without a space at its start or end',
  ],
  [
    String.raw`^[^:/\s\x00-\x1f\x7f]([^:/\x00-\x1f\x7f]*[^:/\s\x00-\x1f\x7f])?$`,
    'must not contain colons, slashes or control characters, and not start or end with a space',
  ],
  [
    String.raw`^[^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?$`,
    'must not contain control characters, and not start or end with a space',
  ],
  [
    String.raw`^([^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?)?$`,
    'must not contain control characters, and not start or end with a space',
  ],
  [String.raw`^[^\x00-\x1f\x7f]+$`, 'must not contain control characters'],
  ['^[1-9][0-9]{0,4}[mhdw]$', 'must be a duration such as 30m, 12h, 7d or 2w'],
  ['^https?://[!-~]+$', 'must be an http or https URL without spaces'],
  ['^[!#%&()*+,./:<=>?@^_|~-]*$', 'must be symbols, without quotes, backslashes, semicolons, braces and spaces'],
  [
    '^[A-Za-z0-9_][A-Za-z0-9_.@-]*$',
    'must be the name of a user: letters, digits, underscores, dots, @ and dashes, not one of the last three first',
  ],
  ['^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0)$', 'must be true or false'],
  ['^([A-Za-z]{2})?$', 'must be a country code of two letters'],
  [
    '^[A-Za-z0-9][A-Za-z0-9.;-]*$',
    'must be the name of an attribute: letters, digits, dots, semicolons and dashes, not one of these first',
  ],
]);

export const describedPatterns: ReadonlySet<string> = new Set(descriptions.keys());

/** The message for a text that does not match the pattern. */
export const patternMessage = (pattern: string): string =>
  descriptions.get(pattern) ?? 'does not have the form that the contract describes';
