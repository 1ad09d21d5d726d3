import { useOrganizationRoles } from '../../roles/organization-source.ts';
import { RolePages } from '../../roles/role-pages.tsx';

const OrganizationRolesPage = () => <RolePages source={useOrganizationRoles()} />;

export default OrganizationRolesPage;
