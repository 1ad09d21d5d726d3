import type { Reply } from '../../contract.ts';
import type { ApiClient } from '../server/client.ts';
import type { Report } from './report.ts';

type Membership = Reply<'listProjectIdentities'>['identityMemberships'][number];

const builtIn = new Set(['admin', 'member', 'viewer', 'no-access', 'custom', 'cryptographic-operator']);
const pageSize = 1000;
const maxPages = 100;

/** Both servers, and the project on each. */
export interface Move {
  readonly source: ApiClient;
  readonly target: ApiClient;
  readonly sourceId: string;
  readonly targetId: string;
  readonly report: Report;
}

/** Creates the custom roles that the target does not have; returns how many. */
export const moveRoles = async ({ source, target, sourceId, targetId, report }: Move): Promise<number> => {
  const { roles } = await source.call('listProjectRoles', { params: { projectId: sourceId } });
  const there = await target.call('listProjectRoles', { params: { projectId: targetId } });
  const taken = new Set(there.roles.map(({ slug }) => slug));
  let created = 0;
  for (const { slug } of roles.filter((role) => !builtIn.has(role.slug) && !taken.has(role.slug))) {
    try {
      const { role } = await source.call('getProjectRoleBySlug', { params: { projectId: sourceId, slug } });
      const { name, description, permissions } = role;
      await target.call('createProjectRole', {
        params: { projectId: targetId },
        body: { slug, name, description, permissions },
      });
      created += 1;
    } catch (error) {
      report.fail(`role ${slug}`, error);
    }
  }
  return created;
};

const listAll = async <T>(page: (offset: number) => Promise<readonly T[]>): Promise<T[]> => {
  const all: T[] = [];
  for (let number = 0; number < maxPages; number += 1) {
    const items = await page(all.length);
    all.push(...items);
    if (items.length < pageSize) break;
  }
  return all;
};

const membersOf = (client: ApiClient, projectId: string): Promise<Membership[]> =>
  listAll(async (offset) => {
    const query = { offset, limit: pageSize };
    return (await client.call('listProjectIdentities', { params: { projectId }, query })).identityMemberships;
  });

/** Returns the roles as a request has them; those that have ended are left out. */
const rolesOf = ({ roles }: Membership, now: Date) =>
  roles
    .filter(({ temporaryAccessEndTime: end }) => !end || new Date(end) > now)
    .map(({ role, customRoleSlug, isTemporary, temporaryMode, temporaryRange, temporaryAccessStartTime }) => ({
      role: customRoleSlug ?? role,
      isTemporary,
      ...(isTemporary && { temporaryMode, temporaryRange, temporaryAccessStartTime }),
    }));

/** Creates the machine identities that the target does not have, by name, and adds them to the project with their roles. */
export const moveIdentities = async (
  { source, target, sourceId, targetId, report }: Move,
  now: Date,
): Promise<number> => {
  const members = await membersOf(source, sourceId);
  if (members.length === 0) return 0;
  const inProject = new Set((await membersOf(target, targetId)).map(({ identity }) => identity.name));
  const inOrganization = await listAll(
    async (offset) => (await target.call('listIdentities', { query: { offset, limit: pageSize } })).identities,
  );
  const byName = new Map(inOrganization.map(({ identity }) => [identity.name, identity.id]));
  let added = 0;
  for (const member of members.filter(({ identity }) => !inProject.has(identity.name))) {
    const { name, authMethods } = member.identity;
    try {
      const identityId =
        byName.get(name) ?? (await target.call('createIdentity', { body: { name, role: 'no-access' } })).identity.id;
      byName.set(name, identityId);
      await target.call('addProjectIdentity', {
        params: { projectId: targetId, identityId },
        body: { roles: rolesOf(member, now) },
      });
      inProject.add(name);
      added += 1;
      report.add('Machine identities need new credentials', `${name} (${authMethods.join(', ') || 'no auth method'})`);
    } catch (error) {
      report.fail(`machine identity ${name}`, error);
    }
  }
  return added;
};
