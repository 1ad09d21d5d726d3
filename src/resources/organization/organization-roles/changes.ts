import type { OrganizationRoleRow } from './store.ts';

type Changeable = Pick<OrganizationRoleRow, 'slug' | 'name' | 'description' | 'permissions'>;

/** Returns the sent fields of a role of an organization or a project. */
export const roleChanges = ({
  slug,
  name,
  description,
  permissions,
}: { readonly [Key in keyof Changeable]?: Changeable[Key] | undefined }): Partial<Changeable> => ({
  ...(slug !== undefined && { slug }),
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(permissions && { permissions }),
});
