import type { EventDetails, WebhookDeliveryRow } from '../resources/secrets/webhook-deliveries/store.ts';
import type { WebhookType, WebhookWithProject } from '../resources/secrets/webhooks/store.ts';

/** What a payload tells of a delivery; it contains no value of a secret. */
export type Notice = Pick<WebhookDeliveryRow, 'event' | 'path' | 'secretName' | 'changedBy' | 'changedByActorType'> & {
  /** Absent for other events. */
  readonly details?: string | null;
};

type Details = EventDetails[keyof EventDetails];

const detailsOf = (details: Notice['details']): Details | undefined =>
  details === null || details === undefined ? undefined : (JSON.parse(details) as Details);

type Payload = Readonly<Record<string, unknown>>;
type Fields = readonly (readonly [title: string, value: string | null])[];
type Project = Pick<WebhookWithProject, 'projectId' | 'projectName' | 'environmentSlug' | 'environmentName'>;

/** Omits fields without a value. */
const withoutNulls = (fields: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== null));

const generalPayload = (
  { projectId, projectName, environmentSlug, environmentName }: Project,
  { event, path, secretName, changedBy, changedByActorType, details }: Notice,
): Payload => ({
  event,
  project: {
    ...withoutNulls({
      workspaceId: details === null || details === undefined ? projectId : null,
      projectId,
      projectName,
      environment: environmentSlug,
      environmentName,
      secretPath: path,
      secretName,
      changedBy,
      changedByActorType: changedBy === null ? null : changedByActorType,
    }),
    ...detailsOf(details),
  },
});

const texts: Readonly<Partial<Record<Notice['event'], string>>> = {
  'secrets.reminder': 'A secret is due for a change.',
  'secrets.rotation-failed': 'A rotation of secrets has failed.',
  'access.requested': 'A request for access has changed.',
  'dynamic-secrets.revocation-failed': 'Credentials of a dynamic secret could not be revoked.',
};

const textOf = ({ event }: Notice): string => texts[event] ?? 'Secrets have been modified.';

const detailTitles: Readonly<Record<string, string>> = {
  rotationName: 'Rotation Name',
  dynamicSecretName: 'Dynamic Secret Name',
  leaseId: 'Lease ID',
  errorMessage: 'Error Message',
  requestId: 'Request ID',
  step: 'Step',
  requestedBy: 'Requested By',
  permissions: 'Permissions',
  period: 'Period',
  triggeredManually: 'Triggered Manually',
};

const detailFields = (details: Details): Fields =>
  Object.entries(details).map(([name, value]) => [
    detailTitles[name]!,
    typeof value === 'string' ? value : value ? 'Yes' : 'No',
  ]);

const fieldsOf = (
  { projectName, environmentSlug, environmentName }: Project,
  notice: Notice,
  actorType: string,
): Fields => {
  const { path, secretName, changedBy, changedByActorType } = notice;
  const details = detailsOf(notice.details);
  return [
    ['Project', projectName],
    ['Environment', environmentSlug],
    ['Environment Name', environmentName],
    ['Secret Path', path],
    ['Secret Name', secretName],
    ['Modified By', changedBy],
    [actorType, changedBy === null ? null : changedByActorType],
    ...(details ? detailFields(details) : []),
  ];
};

const present = (fields: Fields): { title: string; value: string }[] =>
  fields.flatMap(([title, value]) => (value === null ? [] : [{ title, value }]));

const slackPayload = (project: Project, notice: Notice): Payload => ({
  text: textOf(notice),
  attachments: [
    {
      color: '#E7F256',
      fields: present(fieldsOf(project, notice, 'Modified By Actor Type')).map((field) => ({ ...field, short: false })),
    },
  ],
});

const teamsPayload = (project: Project, notice: Notice): Payload => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.2',
        body: [
          { type: 'TextBlock', size: 'Medium', weight: 'Bolder', text: textOf(notice) },
          { type: 'FactSet', facts: present(fieldsOf(project, notice, 'Actor Type')) },
        ],
      },
    },
  ],
});

const payloads: Readonly<Record<WebhookType, (project: Project, notice: Notice) => Payload>> = {
  general: generalPayload,
  slack: slackPayload,
  'microsoft-teams': teamsPayload,
};

/** The body of a request, without its timestamp. A test has the general form for every type, as in Infisical. */
export const payloadOf = (webhook: Project & { readonly type: WebhookType }, notice: Notice): Payload =>
  payloads[notice.event === 'test' ? 'general' : webhook.type](webhook, notice);
