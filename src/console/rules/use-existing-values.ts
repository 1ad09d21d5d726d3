import { useMemo } from 'react';
import { ruleSubjects } from '../../../generated/rules.ts';
import { useCan } from '../access/use-can.ts';
import { api } from '../api/client.ts';
import type { Project } from '../layout/project.tsx';
import type { ExistingValues } from './problems.ts';
import { entryOf } from './rule.ts';

export type RuleProject = Pick<Project, 'id' | 'environments'>;

const slugsOf = (items: readonly { slug: string }[] | undefined): readonly string[] | undefined =>
  items?.map(({ slug }) => slug);

/** What conditions can name in a project, as far as the user may see it. */
export const useExistingValues = ({ id, environments }: RuleProject): ExistingValues => {
  const ability = useCan({ id });
  const params = { path: { projectId: id } };
  const tags = api.useQuery(
    'get',
    '/api/v1/projects/{projectId}/tags',
    { params },
    { enabled: ability.can('read', 'tags') },
  );
  const roles = api.useQuery(
    'get',
    '/api/v1/projects/{projectId}/roles',
    { params },
    { enabled: ability.can('read', 'role') },
  );
  return useMemo(
    () => ({
      environment: slugsOf(environments),
      secretTags: slugsOf(tags.data?.tags),
      assignableRole: slugsOf(roles.data?.roles),
    }),
    [environments, tags.data, roles.data],
  );
};

/** Suggestions for a field, which may have other values too. */
export const suggestionsFor = (field: string, existing: ExistingValues): readonly string[] =>
  field === 'assignableSubject' ? Object.keys(ruleSubjects.project) : (entryOf(existing, field) ?? []);
