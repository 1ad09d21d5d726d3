import type { OrganizationRoleRow } from './store.ts';

type Changeable = Pick<OrganizationRoleRow, 'slug' | 'name' | 'description' | 'permissions'>;

/** What a request changes of a role, of an organization or of a project: only what was sent. */
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
