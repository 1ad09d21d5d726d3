import type { Request } from '../../../contract.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { issuerOfDiscovery } from '../../../platform/openid/providers.ts';
import type { SignOnProviderRow } from './store.ts';

export type SignOnInput = Request<'updateSingleSignOn'>['body'];

const issue = (code: ValidationIssue['code'], field: string, message: string): ValidationIssue => ({
  code,
  in: 'body',
  path: [field],
  message,
});

/** The fields with an address of the provider, and the columns that store them. */
export const addressFields = {
  discoveryURL: 'discoveryUrl',
  issuer: 'issuer',
  authorizationEndpoint: 'authorizationEndpoint',
  jwksUri: 'jwksUri',
  tokenEndpoint: 'tokenEndpoint',
  userinfoEndpoint: 'userinfoEndpoint',
} as const;

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** The issuer without a trailing slash: stated, or where its discovery document is. */
export const issuerKeyOf = ({
  configurationType,
  discoveryUrl,
  issuer,
}: Pick<SignOnProviderRow, 'configurationType' | 'discoveryUrl' | 'issuer'>): string =>
  configurationType === 'custom' ? withoutSlash(issuer) : issuerOfDiscovery(discoveryUrl);

type AddressField = keyof typeof addressFields;

const fields = Object.keys(addressFields) as AddressField[];

/** The addresses that each type of configuration needs. */
const neededFields: Readonly<Record<SignOnProviderRow['configurationType'], readonly AddressField[]>> = {
  discoveryURL: ['discoveryURL'],
  custom: ['issuer', 'authorizationEndpoint', 'jwksUri', 'tokenEndpoint'],
};

const isAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ['https:', 'http:'].includes(url.protocol) && !text.includes('#');
};

const addressIssues = (input: SignOnInput): ValidationIssue[] =>
  fields
    .filter((field) => input[field] && !isAddress(input[field]))
    .map((field) => issue('format', field, 'must be an https URL without a fragment'));

const domain = /^(\*|(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63})$/;

/** The domains of a list, in lower case and without a leading `@`. */
export const domainsIn = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim().toLowerCase().replace(/^@/, ''))
    .filter((item) => item !== '');

const domainIssues = (list = ''): ValidationIssue[] =>
  domainsIn(list).every((item) => domain.test(item))
    ? []
    : [issue('format', 'allowedEmailDomains', 'must be domains such as example.com, separated by commas')];

/** Whether a domain of the list matches that of the address; an empty list matches none. */
export const isAllowedAddress = (list: string, email: string): boolean => {
  const own = email.slice(email.lastIndexOf('@') + 1);
  return domainsIn(list).some((item) => {
    if (item === '*') return true;
    return item.startsWith('*.') ? own === item.slice(2) || own.endsWith(item.slice(1)) : own === item;
  });
};

/** 422 for what the contract cannot check, such as addresses that the type of a new configuration needs. */
export const requireSound = (input: SignOnInput, use: 'create' | 'update'): void => {
  const needed = use === 'create' ? neededFields[input.configurationType!] : [];
  refuseIssues([
    ...needed.filter((field) => !input[field]).map((field) => issue('required', field, 'is required for this type')),
    ...addressIssues(input),
    ...domainIssues(input.allowedEmailDomains),
  ]);
};

/** The first address that a configuration of its type lacks. */
export const missingAddress = (provider: SignOnProviderRow): AddressField | undefined =>
  neededFields[provider.configurationType].find((field) => provider[addressFields[field]] === '');

export type SignOnColumns = Partial<
  Omit<
    SignOnProviderRow,
    'id' | 'organizationId' | 'issuerKey' | 'sealedClientSecret' | 'role' | 'roleId' | 'lastUsedAt'
  >
>;

const present = <T extends object>(columns: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never;

/** The sent fields as columns; the client secret and the role need more. */
export const toColumns = ({ discoveryURL, allowedEmailDomains, ...input }: SignOnInput): SignOnColumns =>
  present({
    configurationType: input.configurationType,
    discoveryUrl: discoveryURL,
    issuer: input.issuer,
    authorizationEndpoint: input.authorizationEndpoint,
    jwksUri: input.jwksUri,
    tokenEndpoint: input.tokenEndpoint,
    userinfoEndpoint: input.userinfoEndpoint,
    clientId: input.clientId,
    isActive: input.isActive,
    allowedEmailDomains: allowedEmailDomains && domainsIn(allowedEmailDomains).join(', '),
    manageGroupMemberships: input.manageGroupMemberships,
    jwtSignatureAlgorithm: input.jwtSignatureAlgorithm,
  });

/** The columns that say who vouches: after a change of one, it has to be tried again before it is enforced. */
const identifying = [
  'configurationType',
  ...Object.values(addressFields),
  'clientId',
  'jwtSignatureAlgorithm',
] as const satisfies readonly (keyof SignOnProviderRow)[];

export const isOtherProvider = (before: SignOnProviderRow, changes: SignOnColumns): boolean =>
  identifying.some((column) => changes[column] !== undefined && changes[column] !== before[column]);
