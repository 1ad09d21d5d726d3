import { useProject } from '../../layout/project.tsx';
import { useProjectRoles } from '../../roles/project-source.ts';
import { RolePages } from '../../roles/role-pages.tsx';

const ProjectRolesPage = () => <RolePages source={useProjectRoles(useProject())} />;

export default ProjectRolesPage;
