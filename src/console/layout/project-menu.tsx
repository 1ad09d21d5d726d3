import { Menu } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { useProjects } from '../api/projects.ts';
import { ProjectButton } from './menu-buttons.tsx';

/** More projects are found by their names. */
const maxListed = 30;

interface Props {
  readonly slug: string;
  readonly name: string;
  readonly isWanted?: boolean;
}

/** The name of the project, and a menu to change to another one. */
export const ProjectMenu = ({ slug, name, isWanted = false }: Props) => {
  const [, navigate] = useLocation();
  const { data } = useProjects();
  const projects = data?.projects ?? [];
  return (
    <Menu position="bottom-start" width={260} defaultOpened={isWanted}>
      <Menu.Target>
        <ProjectButton name={name} />
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Label>Projects</Menu.Label>
        <Menu.RadioGroup value={slug} onChange={(other) => navigate(`/p/${other}`)}>
          {projects.slice(0, maxListed).map((project) => (
            <Menu.RadioItem key={project.id} value={project.slug} closeMenuOnClick>
              {project.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {projects.length > maxListed && (
          <Menu.Item leftSection={<IconSearch size={14} />} onClick={() => spotlight.open()}>
            Search {projects.length} projects
          </Menu.Item>
        )}
        <Menu.Item onClick={() => navigate('/')}>All projects</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
