import type { components } from '../../../generated/api.d.ts';

type JwtAuth = components['schemas']['JwtAuth'];

/** The fields of the form; keys and claims are texts of several lines. */
export interface JwtValues {
  readonly configurationType: JwtAuth['configurationType'];
  readonly jwksUrl: string;
  readonly jwksCaCert: string;
  readonly keys: string;
  readonly boundIssuer: string;
  readonly boundAudiences: string;
  readonly boundSubject: string;
  readonly claims: string;
}

export const newJwtValues: JwtValues = {
  configurationType: 'jwks',
  jwksUrl: '',
  jwksCaCert: '',
  keys: '',
  boundIssuer: '',
  boundAudiences: '',
  boundSubject: '',
  claims: '',
};

const claimLine = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Splits a text into its blocks in PEM. */
const blocksOf = (text: string): string[] => text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [];

export const storedJwtValues = (stored: JwtAuth): JwtValues => ({
  configurationType: stored.configurationType,
  jwksUrl: stored.jwksUrl,
  jwksCaCert: stored.jwksCaCert,
  keys: stored.publicKeys.join('\n'),
  boundIssuer: stored.boundIssuer,
  boundAudiences: stored.boundAudiences,
  boundSubject: stored.boundSubject,
  claims: Object.entries(stored.boundClaims)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n'),
});

/** The fields as requests have them. */
export const jwtBodyOf = ({ keys, claims, jwksUrl, ...values }: JwtValues) => {
  const isKeySet = values.configurationType === 'jwks';
  const pairs = linesOf(claims).map((line) => claimLine.exec(line)!.slice(1, 3) as [string, string]);
  return {
    ...values,
    jwksUrl: isKeySet ? jwksUrl : '',
    publicKeys: isKeySet ? [] : blocksOf(keys),
    boundClaims: Object.fromEntries(pairs),
  };
};

export const jwtErrors = ({ configurationType, jwksUrl, keys, claims, boundSubject }: JwtValues) => ({
  ...(configurationType === 'jwks' && !/^https?:\/\//.test(jwksUrl) && { jwksUrl: 'Enter an https URL.' }),
  ...(configurationType === 'static' && blocksOf(keys).length === 0 && { keys: 'Paste at least one key in PEM.' }),
  ...(linesOf(claims).some((line) => !claimLine.test(line)) && { claims: 'Write each line as name=value.' }),
  ...(configurationType === 'jwks' &&
    boundSubject.trim() === '' &&
    claims.trim() === '' && { boundSubject: 'Enter a subject, or a claim: otherwise all tokens of the issuer work.' }),
});
