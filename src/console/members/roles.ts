import type { components } from '../../../generated/api.d.ts';
import { useCan, useCanInOrganization } from '../access/use-can.ts';
import { api } from '../api/client.ts';
import { timeText } from '../components/time.tsx';

export interface RoleOption {
  /** The slug. */
  readonly value: string;
  readonly label: string;
}

const builtInNames: Readonly<Record<string, string>> = {
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
  'no-access': 'No access',
};

const builtIn = (...slugs: readonly string[]): readonly RoleOption[] =>
  slugs.map((value) => ({ value, label: builtInNames[value]! }));

const optionsOf = (roles: readonly { slug: string; name: string }[]): readonly RoleOption[] =>
  roles.map(({ slug, name }) => ({ value: slug, label: builtInNames[slug] ?? name }));

/** The roles of the organization; only the built-in ones for those who may not read roles. */
export const useOrganizationRoles = (): readonly RoleOption[] => {
  const enabled = useCanInOrganization().can('read', 'role');
  const { data } = api.useQuery('get', '/api/v1/organization/roles', {}, { enabled });
  return data ? optionsOf(data.roles) : builtIn('admin', 'member', 'no-access');
};

/** The roles of a project; only the built-in ones for those who may not read roles. */
export const useProjectRoles = (projectId: string): readonly RoleOption[] => {
  const enabled = useCan({ id: projectId }).can('read', 'role');
  const params = { path: { projectId } };
  const { data } = api.useQuery('get', '/api/v1/projects/{projectId}/roles', { params }, { enabled });
  return data ? optionsOf(data.roles) : builtIn('admin', 'member', 'viewer', 'no-access');
};

type HeldRole = components['schemas']['HeldRole'];

const isTimed = ({ isTemporary, temporaryAccessEndTime }: HeldRole): boolean =>
  isTemporary && temporaryAccessEndTime !== null;

/** The name of a role of a membership, and until when it is held. */
export const heldRoleText = (held: HeldRole): string => {
  const name = held.customRoleName ?? builtInNames[held.role] ?? held.role;
  return isTimed(held) ? `${name} until ${timeText(held.temporaryAccessEndTime!)}` : name;
};
