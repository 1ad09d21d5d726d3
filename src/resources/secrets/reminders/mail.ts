import type { MailContents } from '../../../mail/contents.ts';
import type { MailText } from '../../../mail/text.ts';
import { describableBy, findReminded, type AudienceDeps, type RemindedSecret } from './audience.ts';

const lineOf = ({ row }: RemindedSecret, message: string | null): string =>
  `${row.key} in ${row.path} of ${row.environmentSlug}${message === null ? '' : `: ${message}`}`;

/** Composes a mail about due reminders, with the secrets that the recipient may describe now; undefined without any. */
export const composeReminder = async (
  deps: AudienceDeps,
  { projectId, userId, secrets: reminders }: MailContents['reminder'],
  organizationId: string,
): Promise<MailText | undefined> => {
  const { stores } = deps;
  const project = await stores.projects.findById(organizationId, projectId);
  const [contact] = await stores.projectUsers.findContacts(organizationId, [userId]);
  if (!project || !contact) return undefined;
  const mayDescribe = await describableBy(deps, project, contact);
  const secrets = await findReminded(
    deps,
    organizationId,
    reminders.map(({ secretId }) => secretId),
  );
  const items = reminders.flatMap(({ secretId, message }) => {
    const secret = secrets.get(secretId);
    return secret && mayDescribe(secret) ? [lineOf(secret, message)] : [];
  });
  if (items.length === 0) return undefined;
  items.sort();
  return {
    subject: 'Reminder of secrets',
    paragraphs: [`You asked, or were asked, to look after these secrets of the project "${project.name}":`, { items }],
  };
};
