import type { Period } from '../../../access/granted.ts';
import type { Rule } from '../../../access/rule.ts';
import { projectSubjects } from '../../../access/project-subjects.ts';
import { legacyRuleIssues } from '../../../access/rule-checks.ts';
import type { Request } from '../../../contract.ts';
import { badRequest, refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { periodIssues, readPeriod } from '../grants/period.ts';

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

/** Returns the rules of a request, if it has any; `privilegePermission` takes precedence. */
export const legacyRules = ({ permissions, privilegePermission }: WithRules): readonly Rule[] | undefined =>
  privilegePermission ? [toRule(privilegePermission)] : permissions;

/** Accepted for every subject, for compatibility with the older API. */
const olderActions = ['read', 'create', 'edit', 'delete', 'write'];

const issue = (code: ValidationIssue['code'], path: string[], message: string): ValidationIssue => ({
  code,
  in: 'body',
  path,
  message,
});

const actionIssues = ({ action, actions, subject }: PrivilegePermission, path: string[]): ValidationIssue[] => {
  if (action === undefined && actions === undefined)
    return [issue('required', [...path, 'action'], 'is required unless actions is given')];
  if (action !== undefined && actions !== undefined)
    return [issue('invalid', [...path, 'actions'], 'must not be sent together with action')];
  const [name, sent] = action === undefined ? ['actions', actions!] : ['action', action];
  const subjectActions = projectSubjects.get(subject)?.actions;
  if (!subjectActions) return [];
  const allowed = [...new Set([...olderActions, ...subjectActions])];
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

const missingRules = issue('required', ['privilegePermission'], 'is required unless permissions is given');

const newIssues = (input: WithRules): ValidationIssue[] => (legacyRules(input) ? ruleIssues(input) : [missingRules]);

/** 422 unless the request has rules, and each is valid. */
export const checkPermanent = (input: PermanentInput): void => refuseIssues(newIssues(input));

/** 422 unless the request has rules, and they and the period are valid. */
export const checkTemporary = (input: TemporaryInput): void =>
  refuseIssues([...newIssues(input), ...periodIssues({ ...input, isTemporary: true })]);

const changesPeriod = ({ temporaryMode, temporaryRange, temporaryAccessStartTime }: Details): boolean =>
  [temporaryMode, temporaryRange, temporaryAccessStartTime].some((field) => field !== undefined);

const relative = 'relative';

/** Validates the sent fields of a period; missing fields get defaults that are always valid. */
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

/** 422 unless the sent rules and fields of the period are valid. */
export const checkDetails = (details: Details): void =>
  refuseIssues([...ruleIssues(details, 'privilegeDetails'), ...changedPeriodIssues(details)]);

/** Returns the change of the period, or undefined if it stays; fields that are not sent stay as they are. */
export const periodChange = (details: Details): ((current: Period) => Period) | undefined => {
  const { isTemporary } = details;
  if (isTemporary === false) return () => readPeriod({ isTemporary });
  if (isTemporary === undefined && !changesPeriod(details)) return undefined;
  return (current) => {
    if (isTemporary === undefined && !current.isTemporary)
      throw badRequest('This privilege is permanent. Send isTemporary: true to make it temporary.');
    const { temporaryRange = current.temporaryRange, temporaryAccessStartTime = current.temporaryAccessStartTime } =
      details;
    if (temporaryRange === null || temporaryAccessStartTime === null)
      throw badRequest('A temporary privilege needs both temporaryRange and temporaryAccessStartTime. Send both.');
    return readPeriod(
      { isTemporary: true, temporaryMode: relative, temporaryRange, temporaryAccessStartTime },
      'privilegeDetails',
    );
  };
};
