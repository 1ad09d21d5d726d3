import { useQuery } from '@tanstack/react-query';
import type { RoleName } from './holders.ts';
import type { RoleSource } from './role-source.ts';

export const useRoleList = ({ key, list }: RoleSource) => useQuery({ queryKey: ['roles', key], queryFn: list });

export const useRole = ({ key, read }: RoleSource, slug: string) =>
  useQuery({ queryKey: ['roles', key, slug], queryFn: () => read(slug) });

const memberKinds = ['member', 'identity', 'groups'];

/** Who has a role, as far as the user may see. */
export const useHolders = ({ key, ability, holdersOf }: RoleSource, role: RoleName) =>
  useQuery({
    // What is found depends on the rules of the user, which are loaded at the same time.
    queryKey: ['roles', key, role.slug, 'holders', memberKinds.map((subject) => ability.may('read', subject))],
    queryFn: () => holdersOf(role),
  });
