import type { GlobCharacter } from './glob.ts';

/**
 * The values of a member that templates in conditions can refer to: `identity.id`, `identity.username`,
 * `identity.metadata.<key>`, and `identity.auth.<path>` for what the login proved: `oidc.claims.<key>`,
 * `kubernetes.namespace`, `kubernetes.name`, `aws.accountId`, `aws.arn`, `aws.resourceName`.
 */
export interface Values {
  readonly id: string;
  readonly username: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** What the login proved of which the member has its token, by the path after `identity.auth.` */
  readonly authValues: Readonly<Record<string, string>>;
}

const path = String.raw`identity\.(?:id|username|metadata\.[^\s{}"']+|auth\.[^\s{}"']+)`;
const expression = new RegExp(
  String.raw`^\s*(?:(${path})|stripPrefix\s+(${path})\s+(?:"([^"{}]*)"|'([^'{}]*)'|(${path})))\s*$`,
);
const braces = /(\{\{[^{}]*\}\})/;

export const hasTemplate = (text: string): boolean => text.includes('{{');

/** Describes what is wrong with the templates of a text; undefined if nothing is. */
export const templateProblem = (text: string): string | undefined => {
  const pieces = text.split(braces);
  // Three braces have another meaning in other template languages.
  const isValid =
    !text.includes('{{{') &&
    pieces.every((piece, index) => (index % 2 === 1 ? expression.test(piece.slice(2, -2)) : !piece.includes('{{')));
  return isValid
    ? undefined
    : 'may contain {{identity.id}}, {{identity.username}}, {{identity.metadata.KEY}}, {{identity.auth.PATH}} and stripPrefix of these, and no other template';
};

const lookUp = (name: string, values: Values): string | undefined => {
  if (name === 'identity.id') return values.id;
  if (name === 'identity.username') return values.username;
  const [, source, key] = /^identity\.(metadata|auth)\.(.+)$/.exec(name) ?? [];
  const texts = source === 'metadata' ? values.metadata : values.authValues;
  return key !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
};

const evaluate = (template: string, values: Values | undefined): string | undefined => {
  const [, whole, subject, double, single, other] = expression.exec(template.slice(2, -2)) ?? [];
  if (!values) return undefined;
  if (whole !== undefined) return lookUp(whole, values);
  const text = subject === undefined ? undefined : lookUp(subject, values);
  const prefix = double ?? single ?? (other === undefined ? undefined : lookUp(other, values));
  if (text === undefined || prefix === undefined) return undefined;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
};

const paths = new RegExp(path, 'g');

/** Whether every value that the templates of a text refer to is the same for both members. */
export const refersToSame = (text: string, one: Values, other: Values): boolean =>
  text
    .split(braces)
    .filter((_, index) => index % 2 === 1)
    .every((template) => (template.match(paths) ?? []).every((name) => lookUp(name, one) === lookUp(name, other)));

/** Replaces the templates of a text; the replaced characters are literal. Undefined if a value is missing. */
export const resolveTemplates = (text: string, values: Values | undefined): GlobCharacter[] | undefined => {
  const characters: GlobCharacter[] = [];
  for (const [index, piece] of text.split(braces).entries()) {
    const isLiteral = index % 2 === 1;
    const resolved = isLiteral ? evaluate(piece, values) : piece;
    if (resolved === undefined) return undefined;
    for (const character of resolved) characters.push({ character, isLiteral });
  }
  return characters;
};

/**
 * Replaces the templates that have a value. For display only, not for comparison: the result does not distinguish
 * wildcards from values.
 */
export const fillKnownTemplates = (text: string, values: Values): string =>
  text
    .split(braces)
    .map((piece, index) => (index % 2 === 1 ? (evaluate(piece, values) ?? piece) : piece))
    .join('');
