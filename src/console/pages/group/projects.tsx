import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { ListPages, rowsPerPage } from '../../components/list-pages.tsx';
import { ProjectsSection } from '../../members/projects-section.tsx';
import { pathOf, type Group } from './group.ts';

const membershipPath = '/api/v1/projects/{projectId}/memberships/groups/{groupId}';

/** The projects of the group. */
export const Projects = ({ group }: { group: Group }) => {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/groups/{id}/projects',
    { params: { ...pathOf(group), query: { offset: (page - 1) * rowsPerPage, limit: rowsPerPage } } },
    { placeholderData: keepPreviousData },
  );
  const paramsIn = (projectId: string) => ({ path: { projectId, groupId: group.id } });
  return (
    <ProjectsSection
      description="Where its members have roles through it."
      none="It is in no project yet."
      subject="groups"
      memberships={data?.projects.map(({ id, name, roles }) => ({ projectId: id, name, roles }))}
      error={error}
      onRetry={refetch}
      lossIn={(project) => `The members of ${group.name} lose at once what they have through it in ${project}.`}
      onAdd={async (projectId, role) =>
        await client.POST(membershipPath, { params: paramsIn(projectId), body: { role } })
      }
      onRemove={async (projectId) => await client.DELETE(membershipPath, { params: paramsIn(projectId) })}
    >
      <ListPages total={data?.totalCount ?? 0} page={page} onChange={setPage} />
    </ProjectsSection>
  );
};
