import { timestamp, type Timestamp } from '../platform/clock.ts';
import { everyOrganization, features, LicenceProblem, type Licence } from './document.ts';

const dayMs = 86_400_000;
const expiringDays = 14;

export const evaluationDays = 30;

/**
 * What the server knows of licences: what its file says, or why that says nothing, and the evaluation that it granted
 * itself.
 */
export interface Holdings {
  readonly file: Licence | LicenceProblem | undefined;
  /** Whether the organization that the file speaks of is not on this server. */
  readonly isForeign: boolean;
  readonly evaluation: Licence | undefined;
}

export interface LicenceStatus {
  readonly source: 'file' | 'evaluation' | 'none';
  /** The one in force. */
  readonly licence: Licence | undefined;
  /** Days that have only begun count as well. */
  readonly daysLeft: number | null;
  readonly isExpiring: boolean;
  /** Why there is none, or not the one that was meant to be. */
  readonly problem: string | null;
}

/** The licence that a new server grants itself. */
export const evaluationLicence = ({
  grantedAt,
  expiresAt,
}: {
  grantedAt: Timestamp;
  expiresAt: Timestamp;
}): Licence => ({
  id: 'evaluation',
  licensee: 'Evaluation',
  organization: everyOrganization,
  features,
  issuedAt: new Date(grantedAt),
  expiresAt: new Date(expiresAt),
});

export const isInTime = ({ issuedAt, expiresAt }: Licence, now: Date): boolean => issuedAt <= now && now < expiresAt;

/** Undefined if it is good at that time. */
export const problemInTime = ({ licensee, issuedAt, expiresAt }: Licence, now: Date): LicenceProblem | undefined => {
  if (now < issuedAt)
    return new LicenceProblem(
      'not-yet-valid',
      `The licence of ${licensee} is good only from ${timestamp(issuedAt)} on.`,
    );
  return now < expiresAt
    ? undefined
    : new LicenceProblem('expired', `The licence of ${licensee} ended at ${timestamp(expiresAt)}.`);
};

const problemOfFile = ({ file, isForeign }: Holdings, now: Date): string | null => {
  if (!file) return null;
  if (file instanceof LicenceProblem) return file.message;
  const problem = problemInTime(file, now);
  if (problem) return problem.message;
  return isForeign
    ? `The licence of ${file.licensee} is for the organization ${file.organization}, which this server does not have: it grants nothing here.`
    : null;
};

/** What is in force: the file's licence if that is good here, or else the evaluation. */
export const statusOf = (holdings: Holdings, now: Date): LicenceStatus => {
  const { file, evaluation } = holdings;
  const problem = problemOfFile(holdings, now);
  const inForce = (source: 'file' | 'evaluation', licence: Licence): LicenceStatus => {
    const daysLeft = (licence.expiresAt.getTime() - now.getTime()) / dayMs;
    return { source, licence, daysLeft: Math.ceil(daysLeft), isExpiring: daysLeft <= expiringDays, problem };
  };
  if (file && !(file instanceof LicenceProblem) && problem === null) return inForce('file', file);
  if (evaluation && isInTime(evaluation, now)) return inForce('evaluation', evaluation);
  const ended = evaluation && !file ? `The evaluation licence ended at ${timestamp(evaluation.expiresAt)}.` : null;
  return { source: 'none', licence: undefined, daysLeft: null, isExpiring: false, problem: problem ?? ended };
};
