import { secretText } from '../../../platform/crypto/random-secrets.ts';

/** What templates of user names can show. */
export interface UsernameValues {
  readonly identityName: string;
  readonly secretName: string;
  readonly secretType: string;
  readonly now: Date;
}

class TemplateError extends Error {}

const maxLength = 63;
const defaultLength = 32;
const maxDepth = 10;

/** A random name that begins with a letter, as names in statements have to without quotes. */
const randomUsername = (): string => {
  let name = secretText(defaultLength);
  while (!/^[a-z]/i.test(name)) name = secretText(defaultLength);
  return name;
};

/** The name of a machine identity, or the part of a user name before the @, with what user names may contain. */
export const nameInUsername = (name: string): string => {
  const [local = ''] = name.split('@');
  const text = local.replaceAll(/[^\w-]/g, '_').slice(0, maxLength);
  return text === '' ? 'inf_user' : text;
};

const variables: Readonly<Record<string, (values: UsernameValues) => string>> = {
  randomUsername,
  unixTimestamp: ({ now }) => String(Math.floor(now.getTime() / 1000)),
  'identity.name': ({ identityName }) => nameInUsername(identityName),
  'dynamicSecret.name': ({ secretName }) => secretName,
  'dynamicSecret.type': ({ secretType }) => secretType,
};

const lengthOf = (text: string | undefined, most: number): number => {
  const length = Number(text);
  if (!/^\d+$/.test(text ?? '') || length < 1 || length > most)
    throw new TemplateError(`a length is from 1 to ${most}`);
  return length;
};

const helpers: Readonly<Record<string, { readonly takes: number; readonly run: (...texts: string[]) => string }>> = {
  random: { takes: 1, run: (length) => secretText(lengthOf(length, 100)) },
  truncate: { takes: 2, run: (text, length) => text.slice(0, lengthOf(length, maxLength)) },
  uppercase: { takes: 1, run: (text) => text.toUpperCase() },
  lowercase: { takes: 1, run: (text) => text.toLowerCase() },
};

/** Evaluates one `{{…}}`: a variable, or a helper with texts, numbers, variables and calls in parentheses. */
class Expression {
  readonly #tokens: string[];
  readonly #values: UsernameValues;

  constructor(text: string, values: UsernameValues) {
    this.#tokens = text.match(/"[^"]*"|'[^']*'|[()]|[^\s()"']+/g) ?? [];
    this.#values = values;
  }

  evaluate(): string {
    const result = this.#call(0);
    if (this.#tokens.length > 0) throw new TemplateError(`it has too much: ${this.#tokens[0]}`);
    return result;
  }

  #call(depth: number): string {
    const name = this.#tokens.shift() ?? '';
    const helper = Object.hasOwn(helpers, name) ? helpers[name] : undefined;
    if (!helper) return this.#value(name);
    const texts = Array.from({ length: helper.takes }, () => this.#argument(depth));
    return helper.run(...texts);
  }

  #argument(depth: number): string {
    const token = this.#tokens.shift();
    if (token === undefined) throw new TemplateError('a helper lacks an argument');
    if (token !== '(') return this.#value(token);
    if (depth === maxDepth) throw new TemplateError('it is nested too deeply');
    const result = this.#call(depth + 1);
    if (this.#tokens.shift() !== ')') throw new TemplateError('a parenthesis is not closed');
    return result;
  }

  #value(token: string): string {
    if (/^(["']).*\1$/.test(token)) return token.slice(1, -1);
    if (/^\d+$/.test(token)) return token;
    const variable = Object.hasOwn(variables, token) ? variables[token] : undefined;
    if (!variable) throw new TemplateError(`it has no variable or helper '${token}'`);
    return variable(this.#values);
  }
}

const render = (template: string, values: UsernameValues): string =>
  template.replaceAll(/\{\{([^{}]*)\}\}/g, (_, text: string) => new Expression(text, values).evaluate());

const isUsername = (text: string): boolean => /^[\w-]{1,63}$/.test(text);

/** Returns the user name of a new lease; undefined if the template makes one that is too long or has other characters. */
export const newUsername = (template: string | null, values: UsernameValues): string | undefined => {
  if (template === null) return randomUsername();
  const name = render(template, values);
  return isUsername(name) ? name : undefined;
};

/** Why the template cannot be used; undefined if it can. */
export const usernameTemplateProblem = (template: string): string | undefined => {
  const values = { identityName: 'a', secretName: 'a', secretType: 'totp', now: new Date(0) };
  if (!/^[\w\s{}[\].'"|()-]*$/.test(template)) return 'has a character that is not allowed';
  try {
    const [one, other] = [render(template, values), render(template, values)];
    if (!isUsername(one)) return 'must make names of at most 63 letters, digits, - and _';
    return one === other ? 'needs a random part, such as {{random 12}}: the names of leases differ' : undefined;
  } catch (error) {
    if (error instanceof TemplateError) return `is not valid: ${error.message}`;
    throw error;
  }
};
