import type { components } from '../../../generated/api.d.ts';
import { useCan, useCanInOrganization } from '../access/use-can.ts';
import { api } from '../api/client.ts';
import { timeText } from '../components/time.tsx';
import { builtInNames } from './role-names.ts';

export interface RoleOption {
  /** Unknown for the built-in roles of those who may not read roles. */
  readonly id?: string;
  /** The slug. */
  readonly value: string;
  readonly label: string;
}

const builtIn = (...slugs: readonly string[]): readonly RoleOption[] =>
  slugs.map((value) => ({ value, label: builtInNames[value]! }));

const optionsOf = (roles: readonly { id: string; slug: string; name: string }[]): readonly RoleOption[] =>
  roles.map(({ id, slug, name }) => ({ id, value: slug, label: builtInNames[slug] ?? name }));

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

interface HasRole {
  readonly role: string;
  readonly roleId: string | null;
}

/** The slug of the role of a member of the organization; `custom` until the roles are loaded. */
export const roleSlugOf = ({ role, roleId }: HasRole, roles: readonly RoleOption[]): string =>
  roleId === null ? role : (roles.find(({ id }) => id === roleId)?.value ?? role);

/** The name of that role. */
export const roleNameOf = ({ role, roleId }: HasRole, roles: readonly RoleOption[]): string => {
  const found = roles.find(({ id, value }) => (roleId === null ? value === role : id === roleId));
  return found?.label ?? builtInNames[role] ?? 'Own role';
};
