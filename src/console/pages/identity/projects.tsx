import { useCanInOrganization } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { ProjectsSection } from '../../members/projects-section.tsx';
import { pathOf, type Identity } from './identity.ts';

const membershipPath = '/api/v1/projects/{projectId}/memberships/identities/{identityId}';

/** The projects of the identity, with its roles there. */
export const Projects = ({ identity }: { identity: Identity }) => {
  const mayRemoveElsewhere = useCanInOrganization().can('delete', 'identity');
  const { data, error, refetch } = api.useQuery('get', '/api/v1/identities/{identityId}/identity-memberships', {
    params: pathOf(identity),
  });
  const paramsIn = (projectId: string) => ({ path: { projectId, identityId: identity.identityId } });
  return (
    <ProjectsSection
      description="Where it reads secrets, and with which roles."
      none="It is in no project yet, so it cannot read any secret."
      subject="identity"
      memberships={data?.identityMemberships.map(({ project, roles }) => ({
        projectId: project.id,
        name: project.name,
        roles,
      }))}
      error={error}
      onRetry={refetch}
      mayRemoveElsewhere={mayRemoveElsewhere}
      lossIn={(project) => `${identity.identity.name} loses its roles and additional privileges in ${project} at once.`}
      onAdd={async (projectId, role) =>
        await client.POST(membershipPath, { params: paramsIn(projectId), body: { role } })
      }
      onRemove={async (projectId) => await client.DELETE(membershipPath, { params: paramsIn(projectId) })}
    />
  );
};
