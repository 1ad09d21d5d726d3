import { client } from '../../api/client.ts';
import type { GrantType } from '../../temporary-access/period.ts';
import type { Member } from './members.ts';
import { createPrivilege, deletePrivilege, type PrivilegeValues } from './privileges-api.ts';

/** What can be given, and the words for it after "may". */
export const rights = { read: 'read', change: 'read and change' } as const;

export type Right = keyof typeof rights;

/** Where it is given. */
export interface Place {
  /** The slug of the environment; empty for all of them. */
  readonly environment: string;
  /** A folder with everything below it. */
  readonly secretPath: string;
  /** One secret of that folder; empty for all of them. */
  readonly secretName: string;
}

const actions: Readonly<Record<Right, readonly string[]>> = {
  read: ['describeSecret', 'readValue'],
  change: ['describeSecret', 'readValue', 'create', 'edit', 'delete'],
};

/** A rule about a subject; without conditions, about all of it. */
const ruleOf = (subject: string, action: readonly string[], conditions: object) => ({
  subject,
  action,
  ...(Object.keys(conditions).length > 0 && { conditions }),
});

/** The rules that allow it. */
export const rulesFor = (right: Right, { environment, secretPath, secretName }: Place) => {
  const folder = secretPath.trim().replace(/\/+$/, '');
  // One secret is in one folder; without a name, everything below the folder is meant too.
  const path = secretName !== '' ? folder || '/' : folder === '' ? undefined : { $glob: `${folder}/**` };
  const place = { ...(environment !== '' && { environment }), ...(path !== undefined && { secretPath: path }) };
  return secretName === ''
    ? [ruleOf('secrets', actions[right], place), ruleOf('secret-imports', ['read'], place)]
    : [ruleOf('secrets', actions[right], { ...place, secretName })];
};

/** Adds somebody of the organization to a project, without any role that allows something. */
const addPerson = async (projectId: string, username: string): Promise<Member> => {
  const { memberships } = await client.POST('/api/v1/projects/{projectId}/memberships', {
    params: { path: { projectId } },
    body: { emails: [username], roleSlugs: ['no-access'] },
  });
  const { id } = memberships[0]!;
  return { type: 'user', id: '', projectMembershipId: id, name: username, title: username, roles: [], isOwned: false };
};

/** Who receives it: a member, or the user name of somebody who is not in the project yet. */
export type Receiver = Member | string;

/** Gives a right for a time; returns what takes it away again. */
export const giveRight = async (
  projectId: string,
  receiver: Receiver,
  right: Right,
  place: Place,
  type: GrantType,
): Promise<() => Promise<void>> => {
  const member = typeof receiver === 'string' ? await addPerson(projectId, receiver) : receiver;
  const permissions = rulesFor(right, place) as PrivilegeValues['permissions'];
  const id = await createPrivilege(projectId, member, { permissions, type });
  return () => deletePrivilege(member, id);
};
