import { refuseIssues } from '../../../platform/errors.ts';
import type { RequestPosition } from '../folders/rules.ts';
import type { Reference } from './columns.ts';
import { referencesIn } from './reading/references.ts';

const maxReferences = 500;

/** Returns the references in a value; 422 if there are too many. */
export const readReferences = (value: string, where: RequestPosition): Reference[] => {
  const references = referencesIn(value);
  const message = `must not refer to more than ${maxReferences} secrets`;
  refuseIssues(
    references.length > maxReferences ? [{ code: 'too_big', in: where.in, path: where.path.map(String), message }] : [],
  );
  return references;
};

/** Returns the stored form of a reminder; without days there is no reminder. */
export const storedReminder = ({ days, note }: { days: number | null; note: string | null }) =>
  days
    ? { reminderRepeatDays: days, reminderNote: note === '' ? null : note }
    : { reminderRepeatDays: null, reminderNote: null };

/** 422 for renaming a personal secret, which always has the name of its shared secret. */
export const checkPersonalName = (type: 'shared' | 'personal', name: string, newName: string | undefined): void => {
  const message = 'must not differ from the current name: a personal secret has the name of its shared secret';
  refuseIssues(
    type === 'personal' && newName !== undefined && newName !== name
      ? [{ code: 'invalid', in: 'body', path: ['newSecretName'], message }]
      : [],
  );
};
