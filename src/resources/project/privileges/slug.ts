import { actionsOf, projectActions } from '../../../access/ability.ts';
import { actionPhrase } from '../../../access/action-phrases.ts';
import type { Rule } from '../../../access/rule.ts';
import { slugify } from '../../../platform/slug.ts';

/** As long as the contract allows. */
const maxLength = 60;
/** More values of a condition would leave no room for the other conditions. */
const maxValues = 3;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The texts of a condition, such as `prod` of an environment or `/deploy/**` of a path. */
const textsOf = (condition: unknown): string[] => {
  if (isText(condition)) return [condition];
  return Object.entries((condition ?? {}) as Readonly<Record<string, unknown>>).flatMap(([operator, operand]) => {
    const texts = [operand].flat().filter(isText).slice(0, maxValues);
    return operator === '$ne' ? texts.map((text) => `not ${text}`) : texts;
  });
};

/** What the actions are, in words: one as a phrase, all of a few as their names, many as `manage`. */
const describeActions = ({ subject, ...rule }: Rule): string => {
  const actions = [...new Set(actionsOf(rule).flatMap((action) => projectActions(subject, action)))];
  const [first = 'use', ...others] = actions.filter((action) => action !== 'describeSecret' || actions.length === 1);
  const name = actionPhrase('use', subject).replace(/^use /, '');
  if (others.length > 2) return `manage ${name}`;
  if (others.length > 0)
    return `${[first, ...others].map((action) => action.replace('readValue', 'read')).join(' ')} ${name}`;
  return first === 'readValue' ? `read ${name}` : actionPhrase(first, subject);
};

const describeRule = (rule: Rule): string =>
  [rule.inverted ? 'deny' : '', describeActions(rule), ...Object.values(rule.conditions ?? {}).flatMap(textsOf)].join(
    ' ',
  );

const shorten = (slug: string, length: number): string =>
  slug.slice(0, length).replace(/-[a-z0-9]*$|-$/, '') || slug.slice(0, length);

const within = (slug: string, length: number): string => (slug.length > length ? shorten(slug, length) : slug);

/** Returns a slug that says what the rules allow, and that none of the others equals; the latter get a number. */
export const readableSlug = (rules: readonly Rule[], taken: readonly string[]): string => {
  const [first, ...others] = rules;
  const more = others.length > 0 ? '-and-more' : '';
  const described = first ? slugify(describeRule(first)) : '';
  const slug = `${within(described || 'privilege', maxLength - more.length)}${more}`;
  if (!taken.includes(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const numbered = `${within(slug, maxLength - `-${number}`.length)}-${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
};
