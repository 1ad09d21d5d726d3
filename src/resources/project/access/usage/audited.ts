import { operations, type Operation } from '../../../../../generated/operations.ts';

const changes = ['create', 'edit', 'delete'];

/** The actions whose every use that changes something leaves an audit log entry; only these can be called unused. */
const changing: Readonly<Record<string, readonly string[]>> = {
  secrets: changes,
  'secret-folders': changes,
  'secret-imports': changes,
  commits: ['perform-rollback'],
  identity: [...changes, 'assign-role', 'assign-additional-privileges'],
  member: [...changes, 'assign-role', 'assign-additional-privileges'],
  groups: [...changes, 'assign-role'],
  role: changes,
  tags: changes,
  environments: changes,
  webhooks: changes,
  'service-tokens': ['create', 'delete'],
  settings: ['edit'],
  workspace: ['edit', 'delete'],
  certificates: ['create', 'delete'],
  'certificate-authorities': [...changes, 'issue-ca-certificate', 'sign-intermediate'],
};

/** The actions whose every use that reads leaves an audit log entry, unless the server records no reads. */
const readings: Readonly<Record<string, readonly string[]>> = {
  secrets: ['readValue'],
  certificates: ['read-private-key'],
};

/** Whether every use of the action leaves an audit log entry. */
export const isAudited = (subject: string, action: string, auditsReads: boolean): boolean =>
  (changing[subject]?.includes(action) ?? false) || (auditsReads && (readings[subject]?.includes(action) ?? false));

/** The permissions in a project, as `subject:action`, of which an operation needs one. */
export const permissionsOf = ({ permission }: Pick<Operation, 'permission'>): readonly string[] =>
  'project' in permission ? [permission.project, ...(permission.or ?? [])] : [];

const usedSubjects = new Set(
  Object.values(operations).flatMap((operation) => permissionsOf(operation).map((name) => name.split(':')[0]!)),
);

/** Whether some operation needs a permission on the subject; rules on others grant nothing. */
export const isUsedSubject = (subject: string): boolean => usedSubjects.has(subject);
