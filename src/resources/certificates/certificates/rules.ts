import { timestamp, wholeSecond } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import type {
  AlternativeName,
  ExtendedKeyUsage,
  KeyUsage,
  SigningRequest,
} from '../../../platform/crypto/pki/orders.ts';
import { refuseIssues, ValidationFailure, type ValidationIssue } from '../../../platform/errors.ts';
import {
  isTooEarly,
  latest,
  notATime,
  subjectIssues,
  tooEarly,
  tooLate,
  type Validity,
} from '../certificate-authorities/rules.ts';
import { parseTime } from '../../../platform/clock.ts';
import { parseRange } from '../../project/grants/period.ts';
import { distinctNames, readAlternativeName, splitNames } from './alternative-names.ts';
import type { CertificateFacts, CertificateStatus } from './store.ts';

const issue = (code: ValidationIssue['code'], field: string, message: string): ValidationIssue => ({
  code,
  in: 'body',
  path: [field],
  message,
});

const maxNames = 100;

/** 422 unless every one is a name; as many as a certificate may have. */
export const readAlternativeNames = (text: string): AlternativeName[] => {
  const parts = text.trim() === '' ? [] : splitNames(text).map((part) => part.trim());
  const names = parts.map(readAlternativeName);
  const wrong = parts.filter((_, index) => !names[index]);
  refuseIssues(
    wrong.map((part) =>
      issue(
        'format',
        'altNames',
        `"${part.slice(0, 100)}" is no host name, IP address, mail address or URL of up to 253 characters`,
      ),
    ),
  );
  const distinct = distinctNames(names as AlternativeName[]);
  if (distinct.length > maxNames)
    throw new ValidationFailure([issue('too_big', 'altNames', `must not be more than ${maxNames} names`)]);
  return distinct;
};

interface ValidityInput {
  readonly ttl?: string;
  readonly notBefore?: string;
  readonly notAfter?: string;
}

const ttlIssues = (ttl: string, start: number): ValidationIssue[] => {
  const range = parseRange(ttl);
  if (range === undefined) return [issue('format', 'ttl', 'must be a number with a unit, such as 90d, 12 hours or 1y')];
  if (range < 1000) return [issue('too_small', 'ttl', 'must be at least one second')];
  return start + range > latest ? [issue('too_big', 'ttl', tooLate)] : [];
};

const endIssues = ({ ttl, notAfter }: ValidityInput, start: number): ValidationIssue[] => {
  if (ttl !== undefined && notAfter !== undefined)
    return [issue('invalid', 'notAfter', 'must not be there together with ttl')];
  if (ttl !== undefined) return ttlIssues(ttl, start);
  if (notAfter === undefined) return [issue('required', 'ttl', 'must be there if notAfter is not')];
  return parseTime(notAfter) === undefined ? [issue('format', 'notAfter', notATime)] : [];
};

/** 422 unless the request says when the certificate ends, in one way, and that is after its beginning and after now. */
export const readValidity = (input: ValidityInput, now: Date): Validity => {
  const start = input.notBefore === undefined ? now.getTime() : parseTime(input.notBefore);
  const issues = endIssues(input, start ?? 0);
  if (start === undefined) issues.unshift(issue('format', 'notBefore', notATime));
  else if (isTooEarly(new Date(start))) issues.unshift(issue('too_small', 'notBefore', tooEarly));
  refuseIssues(issues);

  const notBefore = wholeSecond(new Date(start!));
  const notAfter = wholeSecond(
    new Date(input.ttl === undefined ? parseTime(input.notAfter!)! : notBefore.getTime() + parseRange(input.ttl)!),
  );
  const field = input.ttl === undefined ? 'notAfter' : 'ttl';
  if (notAfter <= now)
    issues.push(issue('too_small', field, field === 'ttl' ? 'must end in the future' : 'must be in the future'));
  else if (notAfter <= notBefore) issues.push(issue('too_small', field, 'must be after notBefore'));
  refuseIssues(issues);
  return { notBefore, notAfter };
};

/** What nearly everybody wants: to sign, and with RSA to exchange keys as older clients do. */
export const defaultKeyUsages = (keyAlgorithm: KeyAlgorithm): KeyUsage[] =>
  keyAlgorithm.startsWith('RSA') ? ['digitalSignature', 'keyEncipherment'] : ['digitalSignature'];

const usagesOfAuthorities: readonly KeyUsage[] = ['keyCertSign', 'cRLSign'];

const usagesOfEditors: readonly ExtendedKeyUsage[] = ['ocspSigning', 'codeSigning', 'timeStamping'];

/**
 * Whether it is trusted for more than a server or a client is, so that only those who may edit the authority get it.
 */
export const needsEditing = (usage: ExtendedKeyUsage): boolean => usagesOfEditors.includes(usage);

const isReadable = ({ type, value }: AlternativeName): boolean => readAlternativeName(value)?.type === type;

/** What of the request nobody overrides. */
interface Asked {
  readonly commonName: boolean;
  readonly altNames: boolean;
  readonly keyUsages: boolean;
}

const requestIssues = ({ subject, alternativeNames, keyUsages }: SigningRequest, asked: Asked): string[] => {
  const issues = subjectIssues(asked.commonName ? subject : { ...subject, commonName: '' });
  if (asked.altNames && !alternativeNames?.every(isReadable))
    issues.push(
      'asks for an alternative name that is no host name, IP address, mail address or URL of up to 253 characters',
    );
  if (asked.altNames && distinctNames(alternativeNames ?? []).length > maxNames)
    issues.push(`asks for more than ${maxNames} alternative names`);
  if (asked.keyUsages && keyUsages.some((usage) => usagesOfAuthorities.includes(usage)))
    issues.push('asks for the key usages of an authority; send keyUsages to choose others');
  return issues;
};

/** In the form that they are kept in, once the request is checked. */
export const requestedNames = ({ alternativeNames }: SigningRequest): AlternativeName[] =>
  distinctNames(alternativeNames!.map(({ value }) => readAlternativeName(value)!));

export const unreadableRequest = (): ValidationFailure =>
  new ValidationFailure([
    issue(
      'invalid',
      'csr',
      'must be a signing request in PEM, signed with its own key, which is RSA of 2048, 3072 or 4096 bits or on P-256, P-384 or P-521',
    ),
  ]);

/** 422 if the request asks for what is not certified here. */
export const checkRequest = (request: SigningRequest, asked: Asked): void =>
  refuseIssues(requestIssues(request, asked).map((message) => issue('invalid', 'csr', message)));

/** 422 for a certificate that would be for nobody. */
export const requireAnyName = (commonName: string, names: readonly AlternativeName[]): void => {
  if (commonName === '' && names.length === 0)
    throw new ValidationFailure([
      issue('required', 'commonName', 'must be there, for the signing request names nobody'),
    ]);
};

export const statusOf = (
  { revokedAt, notAfter }: Pick<CertificateFacts, 'revokedAt' | 'notAfter'>,
  now: Date,
): CertificateStatus => {
  if (revokedAt !== null) return 'revoked';
  return notAfter < timestamp(now) ? 'expired' : 'active';
};
