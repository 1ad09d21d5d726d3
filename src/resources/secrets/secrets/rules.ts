import { refuseIssues } from '../../../platform/errors.ts';
import type { Where } from '../folders/rules.ts';
import type { Reference } from '../secret-versions/store.ts';
import { referencesIn } from './reading/references.ts';

/**
 * A value as it is kept: without the space around it, but with a newline at its end if it had one (keys in PEM need
 * theirs).
 */
export const keptValue = (given: string): string => `${given.trim()}${given.endsWith('\n') ? '\n' : ''}`;

const maxReferences = 500;

/** What the value refers to; 422 if that is too much. */
export const readReferences = (value: string, where: Where): Reference[] => {
  const references = referencesIn(value);
  const message = `must not refer to more than ${maxReferences} secrets`;
  refuseIssues(
    references.length > maxReferences ? [{ code: 'too_big', in: where.in, path: where.path.map(String), message }] : [],
  );
  return references;
};

/** A reminder without days is none. */
export const keptReminder = ({ days, note }: { days: number | null; note: string | null }) =>
  days
    ? { reminderRepeatDays: days, reminderNote: note === '' ? null : note }
    : { reminderRepeatDays: null, reminderNote: null };

/** 422 for another name for a personal secret: it has that of the shared one. */
export const checkPersonalName = (type: 'shared' | 'personal', name: string, newName: string | undefined): void => {
  const message = 'must not be another one: a personal secret has the name of the shared one';
  refuseIssues(
    type === 'personal' && newName !== undefined && newName !== name
      ? [{ code: 'invalid', in: 'body', path: ['newSecretName'], message }]
      : [],
  );
};
