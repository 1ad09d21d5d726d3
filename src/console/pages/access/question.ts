import { ruleSubjects } from '../../../../generated/rules.ts';
import type { Question, QuestionFields } from '../../access/addresses.ts';

/** Fields with several values. */
export const listFields: readonly string[] = ['secretTags'];

const subjects = ruleSubjects.project;

/** The subjects that this server asks about. */
export const subjectChoices = Object.entries(subjects)
  .filter(([, { isUsed }]) => isUsed)
  .map(([value, { noun }]) => ({ value, label: `${noun[0]!.toUpperCase()}${noun.slice(1)}` }))
  .sort((one, other) => one.label.localeCompare(other.label));

export const actionsOfSubject = (subject: string): readonly string[] => Object.keys(subjects[subject]?.actions ?? {});

/** The fields that conditions on the subject can name. */
export const fieldsOfSubject = (subject: string): readonly string[] =>
  Object.keys(subjects[subject]?.conditions ?? {}).filter(
    (field) => !field.startsWith('assignable') && !['eventType', 'metadata'].includes(field),
  );

/** The question in an address; what does not fit the subject is left out. */
export const readQuestion = (
  search: string,
): Question & { readonly subject: string; readonly fields: QuestionFields } => {
  const query = new URLSearchParams(search);
  const asked = query.get('subject') ?? 'secrets';
  const subject = Object.hasOwn(subjects, asked) ? asked : 'secrets';
  const fields = fieldsOfSubject(subject).flatMap((field) => {
    const text = query.get(field);
    if (text === null) return [];
    return [[field, listFields.includes(field) ? text.split(',') : text] as const];
  });
  const action = query.get('action') ?? undefined;
  return {
    subject,
    fields: Object.fromEntries(fields),
    ...(action !== undefined && actionsOfSubject(subject).includes(action) && { action }),
    ...(query.has('actor') && { actor: query.get('actor')! }),
  };
};

/** The fields as the API takes them. */
export const objectOf = (fields: QuestionFields): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value.length === 0 ? [] : [[name, typeof value === 'string' ? value : [...value]]],
    ),
  );

/** Who an address asks about. */
export const readActor = (actor: string | undefined): { type: 'user' | 'identity'; name: string } => {
  const [, type = 'user', name = ''] = /^(user|identity):(.*)$/s.exec(actor ?? '') ?? [];
  return { type: type === 'identity' ? 'identity' : 'user', name };
};
