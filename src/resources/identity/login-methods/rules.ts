import { globProblem } from '../../../access/glob.ts';
import { areCertificates } from '../../../platform/crypto/pki/pem.ts';
import { badRequest, type ValidationIssue } from '../../../platform/errors.ts';
import { tokenSettingsIssues, toTrustedIps, type AddressInput } from '../access-tokens/settings.ts';
import { bindingAdvice, isBound, type Binding } from './binding.ts';
import { splitItems } from './claims.ts';
import type { LoginMethodRow } from './store.ts';

type Texts = Readonly<Record<string, string>>;

const maxName = 256;

export const issue = (code: ValidationIssue['code'], path: string[], message: string): ValidationIssue => ({
  code,
  in: 'body',
  path,
  message,
});

/** Refuses everything but a plain https or http URL; which hosts are allowed depends on the settings. */
export const urlIssues = (field: string, text: string | undefined): ValidationIssue[] => {
  if (text === undefined) return [];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && ['https:', 'http:'].includes(url.protocol) && !/[?#]/.test(text);
  return isPlain ? [] : [issue('format', [field], 'must be an https URL without a query or a fragment')];
};

export const certificateIssues = (field: string, text = ''): ValidationIssue[] =>
  text === '' || areCertificates(text) ? [] : [issue('format', [field], 'must be certificates in PEM')];

const patternIssues = (path: string[], patterns: readonly string[]): ValidationIssue[] =>
  patterns
    .flatMap((pattern) => globProblem(pattern) ?? [])
    .map((problem) => issue('invalid', path, `each pattern in it ${problem}`));

/** Refuses a list without items, because an empty text has another meaning: it is not checked. */
export const listIssues = (path: string[], text: string, items = splitItems(text)): ValidationIssue[] =>
  text !== '' && items.length === 0
    ? [issue('invalid', path, 'must contain at least one item')]
    : patternIssues(path, items);

export const nameIssues = (field: string, texts: Texts, isUsable: RegExp): ValidationIssue[] =>
  Object.keys(texts)
    .filter((name) => name.length > maxName || !isUsable.test(name))
    .map((name) => issue('invalid', [field, name], `must have a valid name of 1 to ${maxName} characters`));

export const claimIssues = (claims: Texts = {}): ValidationIssue[] => [
  ...nameIssues('boundClaims', claims, /^.+$/s),
  ...Object.entries(claims).flatMap(([name, list]) => listIssues(['boundClaims', name], list)),
];

export const normalizedList = (list: string): string => splitItems(list).join(', ');

/** Normalizes a list of plain texts; undefined if it was not sent. */
export const normalizedItems = (list: string | undefined): string | undefined =>
  list
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .join(', ');

export const normalizedLists = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, list]) => [name, normalizedList(list)]));

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The fields that were sent. */
export const present = <T extends object>(columns: T): Present<T> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Present<T>;

export const bindingIssues = ({ boundSubject = '', boundClaims = {} }: Partial<Binding>): ValidationIssue[] =>
  isBound({ boundSubject: boundSubject.trim(), boundClaims })
    ? []
    : [
        issue(
          'invalid',
          ['boundSubject'],
          `does not restrict whose tokens are accepted, and neither does boundClaims: ${bindingAdvice}`,
        ),
      ];

/** The settings of tokens in a request. */
export interface TokenFields {
  readonly accessTokenTTL?: number;
  readonly accessTokenMaxTTL?: number;
  readonly accessTokenNumUsesLimit?: number;
  readonly accessTokenTrustedIps?: readonly AddressInput[];
}

export const tokenFieldIssues = ({ accessTokenTTL, accessTokenMaxTTL, accessTokenTrustedIps }: TokenFields) =>
  tokenSettingsIssues({
    ...present({ accessTokenTTL, accessTokenMaxTTL }),
    ...(accessTokenTrustedIps && { accessTokenTrustedIps }),
  });

/** Returns the settings of tokens that were sent as columns. */
export const tokenColumns = ({
  accessTokenTTL,
  accessTokenMaxTTL,
  accessTokenNumUsesLimit,
  accessTokenTrustedIps,
}: TokenFields): Partial<LoginMethodRow> =>
  present({
    accessTokenTTL,
    accessTokenMaxTTL,
    accessTokenNumUsesLimit,
    accessTokenTrustedIps: accessTokenTrustedIps && toTrustedIps(accessTokenTrustedIps),
  });

/**
 * 400 if the stored secret would be sent somewhere else, or less protected: who may change the configuration need not
 * know it. `whereTo` are the columns that decide that, and `field` is the one of the secret.
 */
export const requireSecretAgain = <Row extends object>(
  stored: Row,
  columns: Partial<Row>,
  whereTo: readonly (keyof Row & string)[],
  field: string,
): void => {
  const changed = whereTo.find((name) => (columns[name] ?? stored[name]) !== stored[name]);
  if (changed !== undefined) throw badRequest(`Send ${field} too: the stored one is not used with another ${changed}.`);
};
