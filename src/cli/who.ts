import type { Reply, Request } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { RefusedByServer, uuid, type ApiClient } from './server/client.ts';
import { nearest } from './suggest.ts';
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

/** The names of the members whose names the caller may read. */
const memberNames = async (client: ApiClient, projectId: string, type: Who['actorType']): Promise<string[]> => {
  const params = { projectId };
  if (type === 'user')
    return (await client.call('listProjectUsers', { params })).memberships.map(({ user }) => user.username);
  const { identityMemberships } = await client.call('listProjectIdentities', { params, query: { limit: 1000 } });
  return identityMemberships.map(({ identity }) => identity.name);
};

type Question = Who & Pick<Request<'explainAccess'>['body'], 'subject' | 'action' | 'object' | 'at'>;

/** Asks what a member is allowed; for an unknown name, the message has the one that was probably meant. */
export const askAbout = async (
  client: ApiClient,
  projectId: string,
  question: Question,
): Promise<Reply<'explainAccess'>> => {
  try {
    return await client.call('explainAccess', { params: { projectId }, body: question });
  } catch (error) {
    if (!(error instanceof RefusedByServer && error.status === 404 && 'actorName' in question)) throw error;
    const names = await memberNames(client, projectId, question.actorType).catch(() => []);
    const meant = nearest(question.actorName, names);
    throw meant === undefined ? error : new StartError(`${error.message} Did you mean ${meant}?`, { cause: error });
  }
};

/** Finds a member by asking about any action of theirs: that takes names, also of members through groups. */
export const findMember = async (client: ApiClient, projectId: string, who: Who): Promise<Member> => {
  const { actor, at } = await askAbout(client, projectId, { ...who, subject: 'secrets', action: 'readValue' });
  return { ...actor, at };
};

/** Writes a member as the command line accepts it. */
export const whoText = ({ type, name }: Member): string =>
  (type === 'user') === name.includes('@') && !/^(user|identity):/.test(name) ? name : `${type}:${name}`;
