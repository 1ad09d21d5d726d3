import type { ProjectRow } from '../../../access/project.ts';
import type { Reply } from '../../../contract.ts';
import type { PersonRow } from '../../organization/memberships/store.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import { organizationView } from '../../organization/organizations/view.ts';

type InstanceOrganization = Reply<'listInstanceOrganizations'>['organizations'][number];
type Member = InstanceOrganization['members'][number];

const memberView = ({
  id,
  role,
  roleId,
  roleName,
  status,
  userId,
  email,
  username,
  firstName,
  lastName,
}: PersonRow): Member => ({
  user: { id: userId, email, username, firstName, lastName },
  membershipId: id,
  role: roleName ?? role,
  roleId,
  status,
});

export const instanceOrganizationView = (
  organization: OrganizationRow,
  people: readonly PersonRow[],
  projects: readonly ProjectRow[],
): InstanceOrganization => ({
  members: people.filter(({ organizationId }) => organizationId === organization.id).map(memberView),
  projects: projects
    .filter(({ organizationId }) => organizationId === organization.id)
    .map(({ id, name, slug, createdAt }) => ({ id, name, slug, createdAt })),
  ...organizationView(organization),
});
