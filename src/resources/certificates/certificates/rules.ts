import { timestamp, wholeSecond } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import type {
  AlternativeName,
  ExtendedKeyUsage,
  KeyUsage,
  SigningRequest,
} from '../../../platform/crypto/pki/orders.ts';
import { badRequest, refuseIssues, ValidationFailure, type ValidationIssue } from '../../../platform/errors.ts';
import {
  isTooEarly,
  latestEnd,
  invalidTime,
  subjectIssues,
  tooEarly,
  tooLate,
  type Validity,
} from '../certificate-authorities/rules.ts';
import { parseTime } from '../../../platform/clock.ts';
import { parseRange } from '../../project/grants/period.ts';
import { distinctNames, readAlternativeName, splitNames } from './alternative-names.ts';
import type { CertificateListItem, CertificateStatus } from './store.ts';

const issue = (code: ValidationIssue['code'], field: string, message: string): ValidationIssue => ({
  code,
  in: 'body',
  path: [field],
  message,
});

const maxNames = 100;

/** Reads the alternative names; 422 if one is not valid, or there are too many. */
export const readAlternativeNames = (text: string): AlternativeName[] => {
  const parts = text.trim() === '' ? [] : splitNames(text).map((part) => part.trim());
  const names = parts.map(readAlternativeName);
  const invalid = parts.filter((_, index) => !names[index]);
  refuseIssues(
    invalid.map((part) =>
      issue(
        'format',
        'altNames',
        `"${part.slice(0, 100)}" is not a host name, IP address, mail address or URL of up to 253 characters`,
      ),
    ),
  );
  const distinct = distinctNames(names as AlternativeName[]);
  if (distinct.length > maxNames)
    throw new ValidationFailure([issue('too_big', 'altNames', `must not have more than ${maxNames} names`)]);
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
  return start + range > latestEnd ? [issue('too_big', 'ttl', tooLate)] : [];
};

const endIssues = ({ ttl, notAfter }: ValidityInput, start: number): ValidationIssue[] => {
  if (ttl !== undefined && notAfter !== undefined)
    return [issue('invalid', 'notAfter', 'must not be sent together with ttl')];
  if (ttl !== undefined) return ttlIssues(ttl, start);
  if (notAfter === undefined) return [issue('required', 'ttl', 'is required unless notAfter is given')];
  return parseTime(notAfter) === undefined ? [issue('format', 'notAfter', invalidTime)] : [];
};

/** Reads the validity; 422 unless either ttl or notAfter is given, and the end is after the beginning and after now. */
export const readValidity = (input: ValidityInput, now: Date): Validity => {
  const start = input.notBefore === undefined ? now.getTime() : parseTime(input.notBefore);
  const issues = endIssues(input, start ?? 0);
  if (start === undefined) issues.unshift(issue('format', 'notBefore', invalidTime));
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

/** The common key usages: signing and, with RSA, the key exchange of older clients. */
export const defaultKeyUsages = (keyAlgorithm: KeyAlgorithm): KeyUsage[] =>
  keyAlgorithm.startsWith('RSA') ? ['digitalSignature', 'keyEncipherment'] : ['digitalSignature'];

const authorityKeyUsages: readonly KeyUsage[] = ['keyCertSign', 'cRLSign'];

const editorKeyUsages: readonly ExtendedKeyUsage[] = ['ocspSigning', 'codeSigning', 'timeStamping'];

/** Whether the usage is trusted for more than servers and clients are, so that it requires editing the authority. */
export const requiresAuthorityEditing = (usage: ExtendedKeyUsage): boolean => editorKeyUsages.includes(usage);

const isReadable = ({ type, value }: AlternativeName): boolean => readAlternativeName(value)?.type === type;

/** Which parts of the signing request are used, because the body does not override them. */
interface UsedParts {
  readonly commonName: boolean;
  readonly altNames: boolean;
  readonly keyUsages: boolean;
}

const requestIssues = ({ subject, alternativeNames, keyUsages }: SigningRequest, used: UsedParts): string[] => {
  const issues = subjectIssues(used.commonName ? subject : { ...subject, commonName: '' });
  if (used.altNames && !alternativeNames?.every(isReadable))
    issues.push(
      'asks for an alternative name that is not a host name, IP address, mail address or URL of up to 253 characters',
    );
  if (used.altNames && distinctNames(alternativeNames ?? []).length > maxNames)
    issues.push(`asks for more than ${maxNames} alternative names`);
  if (used.keyUsages && keyUsages.some((usage) => authorityKeyUsages.includes(usage)))
    issues.push('asks for the key usages of an authority; send keyUsages to choose others');
  return issues;
};

/** Returns the alternative names of a checked request in canonical form. */
export const requestedNames = ({ alternativeNames }: SigningRequest): AlternativeName[] =>
  distinctNames(alternativeNames!.map(({ value }) => readAlternativeName(value)!));

export const invalidSigningRequest = (): ValidationFailure =>
  new ValidationFailure([
    issue(
      'invalid',
      'csr',
      'must be a signing request in PEM, signed with its own key, which is RSA of 2048, 3072 or 4096 bits or on P-256, P-384 or P-521',
    ),
  ]);

/** 422 if the signing request asks for something that the server does not certify. */
export const checkRequest = (request: SigningRequest, used: UsedParts): void =>
  refuseIssues(requestIssues(request, used).map((message) => issue('invalid', 'csr', message)));

/** 422 for a certificate without any name. */
export const requireAnyName = (commonName: string, names: readonly AlternativeName[]): void => {
  if (commonName === '' && names.length === 0)
    throw new ValidationFailure([
      issue('required', 'commonName', 'is required, because the signing request has no name'),
    ]);
};

export const certificateStatus = (
  { revokedAt, notAfter }: Pick<CertificateListItem, 'revokedAt' | 'notAfter'>,
  now: Date,
): CertificateStatus => {
  if (revokedAt !== null) return 'revoked';
  return notAfter < timestamp(now) ? 'expired' : 'active';
};

/** 400 unless the certificate is active and was not renewed yet. */
export const requireRenewable = (
  certificate: Pick<CertificateListItem, 'revokedAt' | 'notAfter' | 'renewedByCertificateId'>,
  now: Date,
): void => {
  const status = certificateStatus(certificate, now);
  if (status !== 'active') throw badRequest(`This certificate is ${status}. Issue a new one instead.`);
  if (certificate.renewedByCertificateId !== null)
    throw badRequest(
      `This certificate was renewed already, by the certificate ${certificate.renewedByCertificateId}. Renew that one.`,
    );
};

/** 422 unless a signing request is sent exactly if its key shall be used. */
export const requireMatchingKeySource = (source: 'new' | 'reuse' | 'csr', csr: string | undefined): void => {
  if (source === 'csr' && csr === undefined)
    throw new ValidationFailure([issue('required', 'csr', 'is required if renewalKeySource is csr')]);
  if (source !== 'csr' && csr !== undefined)
    throw new ValidationFailure([issue('invalid', 'csr', 'must not be sent unless renewalKeySource is csr')]);
};
