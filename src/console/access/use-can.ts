import { useMemo } from 'react';
import { api } from '../api/client.ts';
import { organizationActions, type Expand } from '../../access/ability.ts';
import { Ability, type PackedRule } from './ability.ts';

const useAbility = (rules: readonly PackedRule[] | undefined, expand?: Expand): Ability =>
  useMemo(() => Ability.of(rules ?? [], expand), [rules, expand]);

/** What the user may do in a project; nothing until that is loaded. The server decides again. */
export const useCan = ({ id }: { id: string }): Ability => {
  const { data } = api.useQuery('get', '/api/v1/projects/{projectId}/permissions', {
    params: { path: { projectId: id } },
  });
  return useAbility(data?.data.permissions);
};

/** Whether it is known what the user may do in a project. */
export const useIsKnown = ({ id }: { id: string }): boolean =>
  api.useQuery('get', '/api/v1/projects/{projectId}/permissions', { params: { path: { projectId: id } } }).isSuccess;

/** What the user may do in the organization; nothing until that is loaded. The server decides again. */
export const useCanInOrganization = (): Ability => {
  const { data } = api.useQuery('get', '/api/v1/organization/permissions');
  return useAbility(data?.permissions, organizationActions);
};

/** Whether the user may give somebody in a project further rights. */
export const mayGive = (ability: Ability): boolean =>
  ['member', 'identity'].some(
    (subject) => ability.may('edit', subject) && ability.may('assign-additional-privileges', subject),
  );
