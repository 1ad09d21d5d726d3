import type { ConditionForm, Operand, OperatorForm } from './form.ts';
import { entryOf, joined } from './rule.ts';

/** The fields that conditions name, for labels of forms. */
const labels: Readonly<Record<string, string>> = {
  environment: 'Environment',
  secretPath: 'Folder',
  secretName: 'Name',
  secretTags: 'Tags',
  eventType: 'Event type',
  metadata: 'Metadata',
  identityId: 'Id of the identity',
  userEmail: 'E-mail address',
  groupName: 'Name of the group',
  assignableRole: 'Role to assign',
  assignableSubject: 'Subject to assign',
  assignableAction: 'Action to assign',
  connectionId: 'Id of the app connection',
  name: 'Name',
  slug: 'Slug',
  commonName: 'Common name',
  altNames: 'Alternative name',
  serialNumber: 'Serial number',
  friendlyName: 'Friendly name',
  status: 'Status',
  subscriberName: 'Name of the subscriber',
};

export const fieldLabel = (field: string): string => entryOf(labels, field) ?? field;

const operatorLabels: Readonly<Record<string, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $in: 'is one of',
  $glob: 'matches',
  $all: 'has all of',
  $elemMatch: 'has an entry with',
};

export const operatorLabel = (field: string, operator: string): string =>
  field === 'secretTags' && operator === '$in' ? 'has one of' : (entryOf(operatorLabels, operator) ?? operator);

const quoted = (text: string): string => `'${text}'`;
const textsOf = (operand: Operand): readonly string[] => {
  if (operand.kind === 'entry') return [];
  return operand.kind === 'text' ? [operand.text] : operand.texts;
};

/** One of several texts; "nothing" for none. */
const oneOf = (texts: readonly string[], show = quoted, word = 'or'): string =>
  texts.length === 0 ? 'nothing' : joined(texts.map(show), word);

type Phrase = (texts: readonly string[]) => string;

const plain = (text: string): string => text;

/** The wording of the fields that most rules have, by operator. */
const phrases: Readonly<Record<string, Readonly<Record<string, Phrase>>>> = {
  environment: {
    $eq: (texts) => `in ${oneOf(texts, plain)}`,
    $in: (texts) => (texts.length === 0 ? 'in no environment' : `in ${oneOf(texts, plain)}`),
    $ne: (texts) => `in every environment but ${oneOf(texts, plain)}`,
    $glob: ([pattern]) => `in environments like ${pattern}`,
  },
  secretPath: {
    $eq: (texts) => `in ${oneOf(texts, plain)}`,
    $in: (texts) => (texts.length === 0 ? 'in no folder' : `in ${oneOf(texts, plain)}`),
    $ne: (texts) => `outside ${oneOf(texts, plain)}`,
    $glob: ([pattern]) => (/^[^*?{]*\/\*\*$/.test(pattern!) ? `under ${pattern}` : `in folders like ${pattern}`),
  },
  secretName: {
    $eq: (texts) => `named ${oneOf(texts, plain)}`,
    $in: (texts) => `named ${oneOf(texts, plain)}`,
    $ne: (texts) => `not named ${oneOf(texts, plain)}`,
    $glob: ([pattern]) => `named like ${pattern}`,
  },
  secretTags: {
    $in: (texts) => `tagged ${oneOf(texts)}`,
    $all: (texts) => (texts.length === 0 ? 'with any tags' : `tagged ${oneOf(texts, quoted, 'and')}`),
  },
};

const verbs: Readonly<Record<string, Phrase>> = {
  $eq: (texts) => `is ${oneOf(texts)}`,
  $in: (texts) => `is ${oneOf(texts)}`,
  $ne: (texts) => `is not ${oneOf(texts)}`,
  $glob: (texts) => `is like ${oneOf(texts)}`,
  $all: (texts) => `has ${oneOf(texts, quoted, 'and')}`,
};

const verbOf = ({ operator, operand }: OperatorForm): string =>
  entryOf(verbs, operator)?.(textsOf(operand)) ?? `has ${operator} ${oneOf(textsOf(operand))}`;

/** "key is 'team' and value is 'red'" */
const entryWords = (parts: readonly ConditionForm[]): string =>
  joined(parts.flatMap(({ field, operators }) => operators.map((operator) => `${field} ${verbOf(operator)}`)));

const operatorWords = (field: string, form: OperatorForm): string => {
  const { operator, operand } = form;
  if (operand.kind === 'entry') return `with ${fieldLabel(field).toLowerCase()} whose ${entryWords(operand.parts)}`;
  const phrase = entryOf(entryOf(phrases, field), operator);
  if (phrase) return phrase(textsOf(operand));
  const label = fieldLabel(field);
  return `whose ${label === field ? field : label.toLowerCase()} ${verbOf(form)}`;
};

/** What conditions restrict a rule to, such as "in dev under /api/**". */
export const conditionsWords = (conditions: readonly ConditionForm[]): string =>
  conditions
    .flatMap(({ field, operators }) => operators.map((form) => operatorWords(field, form)))
    .reduce((words, next) => {
      if (words === '') return next;
      return words.includes('whose ') && next.startsWith('whose ') ? `${words} and ${next}` : `${words} ${next}`;
    }, '');
