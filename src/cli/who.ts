import { uuid, type ApiClient } from './server/client.ts';
import { UsageError } from './usage.ts';

/** A user or a machine identity, as the operations about access take it. */
export type Who = { readonly actorType: 'user' | 'identity' } & (
  { readonly actorId: string } | { readonly actorName: string }
);

export const whoHelp = `
WHO is the e-mail address of a user, or the name of a machine identity; user: or identity: in front of it says which,
and also allows an id, such as identity:6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11.`;

export const readWho = (text: string): Who => {
  const [, kind, given] = /^(?:(user|identity):)?(.+)$/s.exec(text) ?? [];
  const name = given?.trim();
  if (!name) throw new UsageError('WHO must be the e-mail address of a user, or the name of a machine identity.');
  const actorType = (kind as Who['actorType'] | undefined) ?? (name.includes('@') ? 'user' : 'identity');
  return { actorType, ...(kind !== undefined && uuid.test(name) ? { actorId: name } : { actorName: name }) };
};

/** A member of a project, and the time of the server. */
export interface Member {
  readonly type: Who['actorType'];
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

/** Finds a member by asking about any action of theirs: that takes names, also of members through groups. */
export const findMember = async (client: ApiClient, projectId: string, who: Who): Promise<Member> => {
  const body = { ...who, subject: 'secrets', action: 'readValue' };
  const { actor, at } = await client.call('explainAccess', { params: { projectId }, body });
  return { ...actor, at };
};

/** Writes a member as the command line accepts it. */
export const whoText = ({ type, name }: Member): string =>
  (type === 'user') === name.includes('@') && !/^(user|identity):/.test(name) ? name : `${type}:${name}`;
