import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import { projectSubjects } from '../../../access/project-subjects.ts';
import { legacyRuleIssues } from '../../../access/rule-checks.ts';
import type { Request } from '../../../contract.ts';
import { badRequest, refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { periodIssues, periodOf } from '../grants/period.ts';

type Details = NonNullable<Request<'updateLegacyPrivilege'>['body']['privilegeDetails']>;
type WithRules = Pick<Details, 'permissions' | 'privilegePermission'>;
type PermanentInput = Request<'createPermanentLegacyPrivilege'>['body'];
type TemporaryInput = Request<'createTemporaryLegacyPrivilege'>['body'];

type PrivilegePermission = NonNullable<WithRules['privilegePermission']>;

const toRule = ({ action, actions, subject, conditions }: PrivilegePermission): Rule => ({
  subject,
  action: action ?? actions ?? [],
  ...(conditions !== undefined && { conditions }),
});

/** The rules that are meant, if any are sent: `privilegePermission` wins. */
export const legacyRules = ({ permissions, privilegePermission }: WithRules): readonly Rule[] | undefined =>
  privilegePermission ? [toRule(privilegePermission)] : permissions;

/** Accepted on every subject, whether it has them or not. */
const olderActions = ['read', 'create', 'edit', 'delete', 'write'];

const issue = (code: ValidationIssue['code'], path: string[], message: string): ValidationIssue => ({
  code,
  in: 'body',
  path,
  message,
});

const actionIssues = ({ action, actions, subject }: PrivilegePermission, path: string[]): ValidationIssue[] => {
  if (action === undefined && actions === undefined)
    return [issue('required', [...path, 'action'], 'must be sent, unless actions are')];
  if (action !== undefined && actions !== undefined)
    return [issue('invalid', [...path, 'actions'], 'must not be sent together with action')];
  const [name, sent] = action === undefined ? ['actions', actions!] : ['action', action];
  const known = projectSubjects.get(subject)?.actions;
  if (!known) return [];
  const allowed = [...new Set([...olderActions, ...known])];
  return [sent]
    .flat()
    .flatMap((one, index) =>
      allowed.includes(one)
        ? []
        : [
            issue(
              'enum',
              [...path, name, ...(typeof sent === 'string' ? [] : [`${index}`])],
              `must be one of ${allowed.join(', ')}`,
            ),
          ],
    );
};

const ruleIssues = ({ permissions = [], privilegePermission }: WithRules, ...path: string[]): ValidationIssue[] => {
  if (!privilegePermission)
    return permissions.flatMap((rule, index) => legacyRuleIssues(rule, ...path, 'permissions', `${index}`));
  const at = [...path, 'privilegePermission'];
  return [...actionIssues(privilegePermission, at), ...legacyRuleIssues(toRule(privilegePermission), ...at)];
};

const neither = issue('required', ['privilegePermission'], 'must be sent, unless permissions are');

const newIssues = (input: WithRules): ValidationIssue[] => (legacyRules(input) ? ruleIssues(input) : [neither]);

/** 422 unless there are rules, and each makes sense. */
export const checkPermanent = (input: PermanentInput): void => refuseIssues(newIssues(input));

/** The same, and the period can be understood. */
export const checkTemporary = (input: TemporaryInput): void =>
  refuseIssues([...newIssues(input), ...periodIssues({ ...input, isTemporary: true })]);

const isAboutPeriod = ({ temporaryMode, temporaryRange, temporaryAccessStartTime }: Details): boolean =>
  [temporaryMode, temporaryRange, temporaryAccessStartTime].some((field) => field !== undefined);

const relative = 'relative';

/** What is not sent is filled with what goes with anything, so that only what is sent can be wrong. */
const changedPeriodIssues = ({
  isTemporary,
  temporaryMode = relative,
  temporaryRange = '1ms',
  temporaryAccessStartTime = '0000-01-01T00:00:00Z',
}: Details): ValidationIssue[] => {
  if (isTemporary === false) return [];
  const mode: ValidationIssue = {
    code: 'enum',
    in: 'body',
    path: ['privilegeDetails', 'temporaryMode'],
    message: `must be ${relative}`,
  };
  const issues = periodIssues(
    { isTemporary: true, temporaryMode: relative, temporaryRange, temporaryAccessStartTime },
    'privilegeDetails',
  );
  return temporaryMode === relative ? issues : [mode, ...issues];
};

/** 422 unless what is sent of a privilege makes sense. */
export const checkDetails = (details: Details): void =>
  refuseIssues([...ruleIssues(details, 'privilegeDetails'), ...changedPeriodIssues(details)]);

/** How the period changes, if it does: what is not sent stays as it is. */
export const periodChange = (details: Details): ((held: Period) => Period) | undefined => {
  const { isTemporary } = details;
  if (isTemporary === false) return () => periodOf({ isTemporary });
  if (isTemporary === undefined && !isAboutPeriod(details)) return undefined;
  return (held) => {
    if (isTemporary === undefined && !held.isTemporary)
      throw badRequest('This privilege is permanent. Send isTemporary as true to change that.');
    const { temporaryRange = held.temporaryRange, temporaryAccessStartTime = held.temporaryAccessStartTime } = details;
    if (temporaryRange === null || temporaryAccessStartTime === null)
      throw badRequest(
        'A privilege becomes temporary with a temporaryRange and a temporaryAccessStartTime. Send both.',
      );
    return periodOf(
      { isTemporary: true, temporaryMode: relative, temporaryRange, temporaryAccessStartTime },
      'privilegeDetails',
    );
  };
};
