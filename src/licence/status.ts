import { timestamp, type Timestamp } from '../platform/clock.ts';
import { endless, everyOrganization, features, LicenceProblem, type Licence } from './document.ts';

const dayMs = 86_400_000;
const expiringDays = 14;

export const evaluationDays = 30;

/** The licences of the server: the one in its file, or why that is not usable, and its evaluation. */
export interface LicenceState {
  readonly file: Licence | LicenceProblem | undefined;
  /** Whether the licence in the file is for an organization that does not exist on this server. */
  readonly isForeign: boolean;
  readonly evaluation: Licence | undefined;
}

export interface LicenceStatus {
  readonly source: 'file' | 'evaluation' | 'none';
  /** The active licence. */
  readonly licence: Licence | undefined;
  /** Rounded up to whole days; null for a licence without an end. */
  readonly daysLeft: number | null;
  readonly isExpiring: boolean;
  /** Why the licence in the file, or any licence, is not active. */
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

export const isValidAt = ({ issuedAt, expiresAt }: Licence, now: Date): boolean => issuedAt <= now && now < expiresAt;

/** Why the licence is not valid at this time; undefined if it is. */
export const validityProblem = ({ licensee, issuedAt, expiresAt }: Licence, now: Date): LicenceProblem | undefined => {
  if (now < issuedAt)
    return new LicenceProblem(
      'not-yet-valid',
      `The licence of ${licensee} is not valid before ${timestamp(issuedAt)}.`,
    );
  return now < expiresAt
    ? undefined
    : new LicenceProblem('expired', `The licence of ${licensee} expired at ${timestamp(expiresAt)}.`);
};

const problemOfFile = ({ file, isForeign }: LicenceState, now: Date): string | null => {
  if (!file) return null;
  if (file instanceof LicenceProblem) return file.message;
  const problem = validityProblem(file, now);
  if (problem) return problem.message;
  return isForeign
    ? `The licence of ${file.licensee} is for the organization ${file.organization}, which does not exist on this server: it grants nothing here.`
    : null;
};

/** The active licence: the one in the file if it is valid here, otherwise the evaluation. */
export const licenceStatus = (state: LicenceState, now: Date): LicenceStatus => {
  const { file, evaluation } = state;
  const problem = problemOfFile(state, now);
  const inForce = (source: 'file' | 'evaluation', licence: Licence): LicenceStatus => {
    const daysLeft = (licence.expiresAt.getTime() - now.getTime()) / dayMs;
    const isEndless = licence.expiresAt >= endless;
    return {
      source,
      licence,
      daysLeft: isEndless ? null : Math.ceil(daysLeft),
      isExpiring: daysLeft <= expiringDays,
      problem,
    };
  };
  if (file && !(file instanceof LicenceProblem) && problem === null) return inForce('file', file);
  if (evaluation && isValidAt(evaluation, now)) return inForce('evaluation', evaluation);
  const ended = evaluation && !file ? `The evaluation licence expired at ${timestamp(evaluation.expiresAt)}.` : null;
  return { source: 'none', licence: undefined, daysLeft: null, isExpiring: false, problem: problem ?? ended };
};
