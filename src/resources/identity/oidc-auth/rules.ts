import { globProblem } from '../../../access/glob.ts';
import type { Request } from '../../../contract.ts';
import { areCertificates } from '../../../platform/crypto/pki/pem.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { tokenSettingsIssues, toTrustedIps } from '../access-tokens/settings.ts';
import { bindingAdvice, isBound } from './binding.ts';
import { splitItems } from './claims.ts';
import type { OidcAuthRow } from './store.ts';

export type OidcAuthInput = Request<'updateOidcAuth'>['body'];

type Texts = Readonly<Record<string, string>>;

const maxName = 256;

const issue = (code: ValidationIssue['code'], path: string[], message: string): ValidationIssue => ({
  code,
  in: 'body',
  path,
  message,
});

const urlIssues = (text: string | undefined): ValidationIssue[] => {
  if (text === undefined) return [];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && ['https:', 'http:'].includes(url.protocol) && !/[?#]/.test(text);
  return isPlain ? [] : [issue('format', ['oidcDiscoveryUrl'], 'must be an https URL without a query or a fragment')];
};

const certificateIssues = (text = ''): ValidationIssue[] =>
  text === '' || areCertificates(text) ? [] : [issue('format', ['caCert'], 'must be certificates in PEM')];

const patternIssues = (path: string[], patterns: readonly string[]): ValidationIssue[] =>
  patterns
    .flatMap((pattern) => globProblem(pattern) ?? [])
    .map((problem) => issue('invalid', path, `each pattern in it ${problem}`));

/** Refuses a list without items, because an empty text has another meaning: it is not checked. */
const listIssues = (path: string[], text: string, items = splitItems(text)): ValidationIssue[] =>
  text !== '' && items.length === 0
    ? [issue('invalid', path, 'must contain at least one item')]
    : patternIssues(path, items);

const nameIssues = (field: string, texts: Texts, isUsable: RegExp): ValidationIssue[] =>
  Object.keys(texts)
    .filter((name) => name.length > maxName || !isUsable.test(name))
    .map((name) => issue('invalid', [field, name], `must have a valid name of 1 to ${maxName} characters`));

const claimIssues = (claims: Texts = {}): ValidationIssue[] => [
  ...nameIssues('boundClaims', claims, /^.+$/s),
  ...Object.entries(claims).flatMap(([name, list]) => listIssues(['boundClaims', name], list)),
];

/** Checks that templates of rules can contain the names. */
const mappingIssues = (mapping: Texts | null | undefined): ValidationIssue[] =>
  nameIssues('claimMetadataMapping', mapping ?? {}, /^[^\s{}"']+$/);

const normalizedList = (list: string): string => splitItems(list).join(', ');

const normalizedLists = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, list]) => [name, normalizedList(list)]));

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

const present = <T extends object>(columns: T): Present<T> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Present<T>;

const bindingIssues = ({ boundSubject = '', boundClaims = {} }: OidcAuthInput): ValidationIssue[] =>
  isBound({ boundSubject: boundSubject.trim(), boundClaims })
    ? []
    : [
        issue(
          'invalid',
          ['boundSubject'],
          `does not restrict whose tokens are accepted, and neither does boundClaims: ${bindingAdvice}`,
        ),
      ];

/** Returns the sent fields as columns; 422 for what the contract cannot check, such as a missing binding. */
export const toColumns = (input: OidcAuthInput, use: 'attach' | 'update'): Partial<OidcAuthRow> => {
  const {
    oidcDiscoveryUrl,
    caCert,
    boundIssuer,
    boundAudiences,
    boundSubject,
    boundClaims,
    claimMetadataMapping,
    accessTokenTrustedIps,
    ...rest
  } = input;
  const { accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit } = rest;
  refuseIssues([
    ...urlIssues(oidcDiscoveryUrl),
    ...certificateIssues(caCert),
    ...listIssues(['boundAudiences'], boundAudiences ?? ''),
    ...listIssues(['boundSubject'], boundSubject ?? '', [boundSubject?.trim() ?? ''].filter(Boolean)),
    ...claimIssues(boundClaims),
    ...(use === 'attach' ? bindingIssues(input) : []),
    ...mappingIssues(claimMetadataMapping),
    ...tokenSettingsIssues({
      ...present({ accessTokenTTL, accessTokenMaxTTL }),
      ...(accessTokenTrustedIps && { accessTokenTrustedIps }),
    }),
  ]);
  return present({
    oidcDiscoveryUrl,
    caCert,
    boundIssuer,
    boundAudiences: boundAudiences && normalizedList(boundAudiences),
    boundSubject: boundSubject?.trim(),
    boundClaims: boundClaims && normalizedLists(boundClaims),
    claimMetadataMapping: claimMetadataMapping && normalizedLists(claimMetadataMapping),
    accessTokenTTL,
    accessTokenMaxTTL,
    accessTokenNumUsesLimit,
    accessTokenTrustedIps: accessTokenTrustedIps && toTrustedIps(accessTokenTrustedIps),
  });
};
