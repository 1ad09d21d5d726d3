import type { Request } from '../../../contract.ts';
import { authorityProblem } from '../../../platform/crypto/pki/client-certificates.ts';
import { areCertificates, extractCertificates } from '../../../platform/crypto/pki/pem.ts';
import { badRequest, refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { issue, present, tokenColumns, tokenFieldIssues } from '../login-methods/rules.ts';
import { parseAllowedName } from './names.ts';
import type { TlsCertAuthRow } from './store.ts';

const maxNames = 4_096;

const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const commonNameIssues = (text: string | null | undefined): ValidationIssue[] =>
  typeof text === 'string' && splitNames(text).length === 0
    ? [issue('invalid', ['allowedCommonNames'], 'must contain at least one name, or be null')]
    : [];

const alternativeNameIssues = (names: readonly string[] | null | undefined): ValidationIssue[] => {
  if (!names) return [];
  if (JSON.stringify(names).length > maxNames)
    return [issue('too_big', ['allowedSubjectAltNames'], `must have at most ${maxNames} characters in all`)];
  return names.flatMap((name, index) =>
    parseAllowedName(name)
      ? []
      : [
          issue(
            'format',
            ['allowedSubjectAltNames', `${index}`],
            'must be a host name, or DNS:, IP:, EMAIL: or URI: and a name',
          ),
        ],
  );
};

/** Returns the sent fields as columns; 422 for what the contract cannot check. */
export const toColumns = (input: Request<'updateTlsCertAuth'>['body']): Partial<TlsCertAuthRow> => {
  const { caCertificate, allowedCommonNames, allowedSubjectAltNames, verifyClientCertificateChain } = input;
  refuseIssues([
    ...(caCertificate !== undefined && !areCertificates(caCertificate)
      ? [issue('format', ['caCertificate'], 'must be a certificate in PEM')]
      : []),
    ...commonNameIssues(allowedCommonNames),
    ...alternativeNameIssues(allowedSubjectAltNames),
    ...tokenFieldIssues(input),
  ]);
  return present({
    caCertificate: caCertificate === undefined ? undefined : extractCertificates(caCertificate)[0],
    allowedCommonNames: allowedCommonNames ? splitNames(allowedCommonNames).join(',') : allowedCommonNames,
    allowedSubjectAltNames: allowedSubjectAltNames?.length === 0 ? null : allowedSubjectAltNames,
    verifyClientCertificateChain,
    ...tokenColumns(input),
  });
};

/** 400 if certificates of clients cannot be verified with the authority. */
export const requireUsableAuthority = (pem: string, now: Date): void => {
  const problem = authorityProblem(pem, now);
  if (problem !== undefined) throw badRequest(`caCertificate cannot be used. ${problem}`);
};
