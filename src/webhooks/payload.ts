import type { WebhookDeliveryRow } from '../resources/secrets/webhook-deliveries/store.ts';
import type { WebhookType, WebhookWithProject } from '../resources/secrets/webhooks/store.ts';

/** What a payload tells of a delivery; it contains no value of a secret. */
export type Notice = Pick<WebhookDeliveryRow, 'event' | 'path' | 'secretName' | 'changedBy' | 'changedByActorType'>;

type Payload = Readonly<Record<string, unknown>>;
type Fields = readonly (readonly [title: string, value: string | null])[];
type Project = Pick<WebhookWithProject, 'projectId' | 'projectName' | 'environmentSlug' | 'environmentName'>;

/** Omits fields without a value. */
const withoutNulls = (fields: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== null));

const generalPayload = (
  { projectId, projectName, environmentSlug, environmentName }: Project,
  { event, path, secretName, changedBy, changedByActorType }: Notice,
): Payload => ({
  event,
  project: withoutNulls({
    workspaceId: projectId,
    projectId,
    projectName,
    environment: environmentSlug,
    environmentName,
    secretPath: path,
    secretName,
    changedBy,
    changedByActorType: changedBy === null ? null : changedByActorType,
  }),
});

const textOf = ({ event }: Notice): string =>
  event === 'secrets.reminder' ? 'A secret is due for a change.' : 'Secrets have been modified.';

const fieldsOf = (
  { projectName, environmentSlug, environmentName }: Project,
  { path, secretName, changedBy, changedByActorType }: Notice,
  actorType: string,
): Fields => [
  ['Project', projectName],
  ['Environment', environmentSlug],
  ['Environment Name', environmentName],
  ['Secret Path', path],
  ['Secret Name', secretName],
  ['Modified By', changedBy],
  [actorType, changedBy === null ? null : changedByActorType],
];

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
