import { timestamp, wholeSecond } from '../../../platform/clock.ts';
import type { Subject } from '../../../platform/crypto/pki/orders.ts';
import { badRequest, refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { parseTime } from '../../../platform/clock.ts';
import type { AuthorityCertificateRow, AuthorityRow } from './store.ts';

/** The validity of a certificate, in whole seconds. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** The validity in a request. */
export interface AuthorityValidityInput {
  readonly notBefore?: string | undefined;
  readonly notAfter?: string | undefined;
}

const defaultRootYears = 10;

/** Earlier years would be read as a century later, because certificates store them with two digits. */
const earliestStart = Date.UTC(1950, 0, 1);
export const latestEnd = Date.UTC(9999, 11, 31, 23, 59, 59);

export const isTooEarly = (notBefore: Date): boolean => notBefore.getTime() < earliestStart;

export const tooEarly = 'must not be before 1950';

export const tooLate = 'must end before the year 10000';

const tenYearsAfter = (date: Date): Date => {
  const later = new Date(date);
  later.setUTCFullYear(date.getUTCFullYear() + defaultRootYears);
  return later;
};

/** Parses a time to whole seconds; undefined if it is not valid. */
const parseSecond = (text: string): Date | undefined => {
  const time = parseTime(text);
  return time === undefined ? undefined : wholeSecond(new Date(time));
};

export const invalidTime = 'must be an RFC 3339 time such as 2026-01-02T03:04:05Z';

/**
 * Reads the validity; 422 for an invalid time, or an end in the past. An empty beginning, which some clients send, is
 * now. `path` is the position of the object in the body.
 */
export const readValidity = (
  { notBefore: from = '', notAfter: until }: AuthorityValidityInput,
  now: Date,
  ...path: string[]
): Validity => {
  const issue = (field: string, code: ValidationIssue['code'], message: string): ValidationIssue => ({
    code,
    in: 'body',
    path: [...path, field],
    message,
  });
  const notBefore = from === '' ? wholeSecond(now) : parseSecond(from);
  const notAfter = until === undefined ? tenYearsAfter(notBefore ?? now) : parseSecond(until);
  const issues: ValidationIssue[] = [];
  if (!notBefore) issues.push(issue('notBefore', 'format', invalidTime));
  else if (isTooEarly(notBefore)) issues.push(issue('notBefore', 'too_small', tooEarly));
  if (!notAfter) issues.push(issue('notAfter', 'format', invalidTime));
  else if (notAfter <= now) issues.push(issue('notAfter', 'too_small', 'must be in the future'));
  else if (notBefore && notAfter <= notBefore) issues.push(issue('notAfter', 'too_small', 'must be after notBefore'));
  else if (notAfter.getTime() > latestEnd) issues.push(issue('notAfter', 'too_big', tooLate));
  refuseIssues(issues);
  return { notBefore: notBefore!, notAfter: notAfter! };
};

/** Reads a path length; requests and responses write an unlimited one as -1. */
export const readPathLength = (input: number | undefined): number | null | undefined => (input === -1 ? null : input);

type Parent = Pick<AuthorityRow, 'name' | 'maxPathLength'>;

/**
 * Returns the path length of an authority that the parent signs; 400 if the parent does not allow the requested one.
 * Undefined requests the maximum.
 */
export const pathLengthBelow = (
  { name, maxPathLength }: Parent,
  requested: number | null | undefined,
): number | null => {
  if (maxPathLength === null) return requested ?? null;
  if (maxPathLength === 0) throw badRequest(`The certificate authority "${name}" may have no authorities below it.`);
  const maximum = maxPathLength - 1;
  if (requested === null || (requested ?? 0) > maximum)
    throw badRequest(`Below the certificate authority "${name}", maxPathLength may be at most ${maximum}.`);
  return requested ?? maximum;
};

/** 400 unless the validity lies within that of the issuer's certificate. */
export const requireWithin = (
  { notBefore, notAfter }: Validity,
  issuer: Pick<AuthorityCertificateRow, 'notBefore' | 'notAfter'>,
): void => {
  if (timestamp(notBefore) < issuer.notBefore)
    throw badRequest(`The certificate may not begin before that of its issuer, ${issuer.notBefore}.`);
  if (timestamp(notAfter) > issuer.notAfter)
    throw badRequest(`The certificate may not end after that of its issuer, ${issuer.notAfter}.`);
};

const nameFields: readonly (readonly [string, keyof Subject])[] = [
  ['CN', 'commonName'],
  ['OU', 'organizationalUnit'],
  ['O', 'organization'],
  ['L', 'locality'],
  ['ST', 'province'],
  ['C', 'country'],
];

/** Escapes the characters that have a meaning in RFC 4514. */
const escapeValue = (value: string): string => value.replaceAll(/["+,;<>\\]|^[ #]| $/g, '\\$&');

/** Formats the subject as a distinguished name of RFC 4514. */
export const distinguishedName = (subject: Subject): string =>
  nameFields
    .filter(([, field]) => subject[field] !== '')
    .map(([short, field]) => `${short}=${escapeValue(subject[field])}`)
    .join(',');

/** The maximum lengths of RFC 5280. */
const maxLengths: Readonly<Record<keyof Subject, number>> = {
  commonName: 64,
  organization: 64,
  organizationalUnit: 64,
  country: 2,
  province: 128,
  locality: 128,
};

/** Returns the problems of the subject of a signing request. */
export const subjectIssues = (subject: Subject): string[] => {
  const tooLong = nameFields.filter(([, field]) => Array.from(subject[field]).length > maxLengths[field]);
  const issues = tooLong.map(
    ([short, field]) => `has more than ${maxLengths[field]} characters in ${short} of its subject`,
  );
  // An unpaired surrogate is not a character either, and cannot be encoded.
  if (Object.values(subject).some((text: string) => /[\u0000-\u001f\u007f\p{Surrogate}]/u.test(text)))
    issues.push('has control characters in its subject');
  if (!/^([a-z]{2})?$/i.test(subject.country)) issues.push('has a country that is not two letters');
  if (subject.commonName !== subject.commonName.trim()) issues.push('has spaces at either end of its common name');
  return issues;
};

export const subjectOf = ({
  commonName,
  organization,
  organizationalUnit,
  country,
  province,
  locality,
}: Subject): Subject => ({
  commonName,
  organization,
  organizationalUnit,
  country,
  province,
  locality,
});
