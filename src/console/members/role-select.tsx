import { Select, type SelectProps } from '@mantine/core';
import { useOrganizationRoles, useProjectRoles, type RoleOption } from './roles.ts';

const optionsOf = (roles: readonly RoleOption[]) => roles.map(({ value, label }) => ({ value, label }));

/** The role of somebody in the organization, by its slug. */
export const OrganizationRoleSelect = (props: SelectProps) => (
  <Select label="Role in the organization" allowDeselect={false} {...props} data={optionsOf(useOrganizationRoles())} />
);

interface Props extends SelectProps {
  readonly projectId: string;
}

/** The role of somebody in a project, by its slug. */
export const ProjectRoleSelect = ({ projectId, ...props }: Props) => (
  <Select label="Role" allowDeselect={false} {...props} data={optionsOf(useProjectRoles(projectId))} />
);
