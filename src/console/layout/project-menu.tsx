import { Button, Menu } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { useProjects } from '../api/projects.ts';

/** More projects are found by their names. */
const maxListed = 30;

/** The name of the project, and a menu to change to another one. */
export const ProjectMenu = ({ slug }: { slug: string }) => {
  const [, navigate] = useLocation();
  const { data } = useProjects();
  const projects = data?.projects ?? [];
  const current = projects.find((project) => project.slug === slug);
  if (!current) return null;
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          size="compact-sm"
          rightSection={<IconChevronDown size={14} />}
          miw={0}
          aria-label={`Project ${current.name}, change to another one`}
        >
          {current.name}
        </Button>
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
