import { globProblem } from '../../../access/glob.ts';
import type { Rule } from '../../../access/rule.ts';
import { projectSubjects } from '../../../access/project-subjects.ts';
import type { Request } from '../../../contract.ts';
import { eventSubject, isPattern } from '../../../events/filter.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import { comparablePath } from '../events/rules.ts';
import { isValidPath } from '../folders/rules.ts';
import type { WebhookEvent } from '../webhook-deliveries/store.ts';
import type { WebhookRow } from './store.ts';

type CreateBody = Request<'createWebhook'>['body'];
type UpdateBody = Request<'updateWebhook'>['body'];

const issue = (
  field: keyof CreateBody | keyof UpdateBody,
  code: ValidationIssue['code'],
  message: string,
): ValidationIssue => ({ code, in: 'body', path: [field], message });

const urlIssues = (text: string, type: CreateBody['type']): ValidationIssue[] => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return [issue('webhookUrl', 'format', 'must be an http or https URL')];
  return type === 'slack' && url.hostname !== 'hooks.slack.com'
    ? [issue('webhookUrl', 'invalid', 'must have the host hooks.slack.com for the type slack')]
    : [];
};

const pathIssues = (path: string): ValidationIssue[] => {
  const problem = isPattern(path) ? globProblem(path) : undefined;
  return [
    ...(path.startsWith('/') ? [] : [issue('secretPath', 'format', "must start with '/'")]),
    ...(problem === undefined ? [] : [issue('secretPath', 'too_big', problem)]),
    ...(isPattern(path) || isValidPath(path) ? [] : [issue('secretPath', 'too_big', 'must be the path of a folder')]),
  ];
};

export const readEventsFilter = (filter: CreateBody['eventsFilter']): WebhookEvent[] => [
  ...new Set((filter ?? []).map(({ eventName }) => eventName)),
];

/** Returns the URL, the signing key and the path in their stored forms; 422 if one is not valid. */
export const readNewWebhook = (
  body: CreateBody,
): Pick<WebhookRow, 'secretPath'> & { readonly url: URL; readonly secret: string | null } => {
  const url = body.webhookUrl.trim();
  const path = body.secretPath.trim();
  const secret = body.webhookSecretKey?.trim() ?? '';
  refuseIssues([...urlIssues(url, body.type), ...pathIssues(path)]);
  return { url: new URL(url), secret: secret === '' ? null : secret, secretPath: comparablePath(path) };
};

/** 422 for an update that changes nothing. */
export const requireSomeChange = ({ isDisabled, eventsFilter }: UpdateBody): void => {
  if (isDisabled === undefined && eventsFilter === undefined)
    refuseIssues([issue('isDisabled', 'required', 'must be given, or eventsFilter')]);
};

/** The rules that whoever receives all events of the webhook has to hold. */
export const subscriptionRules = (environment: string, secretPath: string): Rule[] => [
  {
    subject: eventSubject,
    action: projectSubjects.get(eventSubject)!.actions,
    conditions: { environment, secretPath: isPattern(secretPath) ? { $glob: secretPath } : secretPath },
  },
];
