import { actionsOf, everyAction, projectActions } from '../../../../access/ability.ts';
import { projectSubjects } from '../../../../access/project-subjects.ts';
import { takesCondition } from '../../../../access/rule-checks.ts';
import type { Rule } from '../../../../access/rule.ts';

/** The actions that a rule is about, without those that include others and those that its conditions rule out. */
export const ruleActions = (rule: Rule): readonly string[] => {
  const { subject, conditions } = rule;
  const names = actionsOf(rule).flatMap((name) =>
    name === everyAction ? (projectSubjects.get(subject)?.actions ?? []) : [name],
  );
  const fields = Object.keys(conditions ?? {});
  return [...new Set(names.flatMap((name) => projectActions(subject, name)))].filter((action) =>
    fields.every((field) => takesCondition(subject, action, field)),
  );
};
