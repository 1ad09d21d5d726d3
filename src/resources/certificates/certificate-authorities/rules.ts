import { timestamp, wholeSecond } from '../../../platform/clock.ts';
import type { Subject } from '../../../platform/crypto/pki/orders.ts';
import { badRequest, refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { parseTime } from '../../../platform/clock.ts';
import type { AuthorityCertificateRow, AuthorityRow } from './store.ts';

/** From when until when a certificate is good; whole seconds. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** As requests write it. */
export interface GivenValidity {
  readonly notBefore?: string | undefined;
  readonly notAfter?: string | undefined;
}

const yearsOfARoot = 10;

/** Certificates with an earlier time would say another one, a century later. */
const earliest = Date.UTC(1950, 0, 1);
export const latest = Date.UTC(9999, 11, 31, 23, 59, 59);

export const isTooEarly = (notBefore: Date): boolean => notBefore.getTime() < earliest;

export const tooEarly = 'must not be before 1950';

export const tooLate = 'must end before the year 10000';

const tenYearsAfter = (date: Date): Date => {
  const later = new Date(date);
  later.setUTCFullYear(date.getUTCFullYear() + yearsOfARoot);
  return later;
};

/** Undefined for what is no time. */
const secondIn = (text: string): Date | undefined => {
  const time = parseTime(text);
  return time === undefined ? undefined : wholeSecond(new Date(time));
};

export const notATime = 'must be an RFC 3339 time such as 2026-01-02T03:04:05Z';

/**
 * 422 for what is no time, or has ended. An empty beginning is now, which some clients send; `path` leads to the object
 * that holds them.
 */
export const readValidity = (
  { notBefore: from = '', notAfter: until }: GivenValidity,
  now: Date,
  ...path: string[]
): Validity => {
  const issue = (field: string, code: ValidationIssue['code'], message: string): ValidationIssue => ({
    code,
    in: 'body',
    path: [...path, field],
    message,
  });
  const notBefore = from === '' ? wholeSecond(now) : secondIn(from);
  const notAfter = until === undefined ? tenYearsAfter(notBefore ?? now) : secondIn(until);
  const issues: ValidationIssue[] = [];
  if (!notBefore) issues.push(issue('notBefore', 'format', notATime));
  else if (isTooEarly(notBefore)) issues.push(issue('notBefore', 'too_small', tooEarly));
  if (!notAfter) issues.push(issue('notAfter', 'format', notATime));
  else if (notAfter <= now) issues.push(issue('notAfter', 'too_small', 'must be in the future'));
  else if (notBefore && notAfter <= notBefore) issues.push(issue('notAfter', 'too_small', 'must be after notBefore'));
  else if (notAfter.getTime() > latest) issues.push(issue('notAfter', 'too_big', tooLate));
  refuseIssues(issues);
  return { notBefore: notBefore!, notAfter: notAfter! };
};

/** In requests and answers, any number of authorities is -1. */
export const readPathLength = (given: number | undefined): number | null | undefined => (given === -1 ? null : given);

type Parent = Pick<AuthorityRow, 'name' | 'maxPathLength'>;

/**
 * How many authorities may follow below one that the parent signs; 400 if the parent cannot grant what is wanted.
 * Absent is as many as it can.
 */
export const pathLengthBelow = ({ name, maxPathLength }: Parent, wanted: number | null | undefined): number | null => {
  if (maxPathLength === null) return wanted ?? null;
  if (maxPathLength === 0) throw badRequest(`The certificate authority "${name}" may have no authorities below it.`);
  const most = maxPathLength - 1;
  if (wanted === null || (wanted ?? 0) > most)
    throw badRequest(`Below the certificate authority "${name}", maxPathLength may be at most ${most}.`);
  return wanted ?? most;
};

/** 400 unless the certificate lies within that of its issuer. */
export const requireWithin = (
  { notBefore, notAfter }: Validity,
  issuer: Pick<AuthorityCertificateRow, 'notBefore' | 'notAfter'>,
): void => {
  if (timestamp(notBefore) < issuer.notBefore)
    throw badRequest(`The certificate may not begin before that of its issuer, ${issuer.notBefore}.`);
  if (timestamp(notAfter) > issuer.notAfter)
    throw badRequest(`The certificate may not end after that of its issuer, ${issuer.notAfter}.`);
};

const fields: readonly (readonly [string, keyof Subject])[] = [
  ['CN', 'commonName'],
  ['OU', 'organizationalUnit'],
  ['O', 'organization'],
  ['L', 'locality'],
  ['ST', 'province'],
  ['C', 'country'],
];

/** What would mean something else there. */
const escaped = (value: string): string => value.replaceAll(/["+,;<>\\]|^[ #]| $/g, '\\$&');

/** The name in one line, as RFC 4514 writes it. */
export const distinguishedName = (subject: Subject): string =>
  fields
    .filter(([, field]) => subject[field] !== '')
    .map(([short, field]) => `${short}=${escaped(subject[field])}`)
    .join(',');

/** As many characters as RFC 5280 allows. */
const longest: Readonly<Record<keyof Subject, number>> = {
  commonName: 64,
  organization: 64,
  organizationalUnit: 64,
  country: 2,
  province: 128,
  locality: 128,
};

/** What is wrong with the subject of a signing request. */
export const subjectIssues = (subject: Subject): string[] => {
  const tooLong = fields.filter(([, field]) => Array.from(subject[field]).length > longest[field]);
  const issues = tooLong.map(
    ([short, field]) => `has more than ${longest[field]} characters in ${short} of its subject`,
  );
  // Half of a character is none either, and cannot be written down.
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
