import { Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCanInOrganization } from '../../access/use-can.ts';
import { lazily } from '../../api/after-loading.ts';
import { useProjects } from '../../api/projects.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { CreateProject } from './create-project.tsx';
import { ProjectTable, type ListedProject } from './project-table.tsx';
import { CreateButton } from '../../components/create-button.tsx';

const Attention = lazily(async () => (await import('./attention.tsx')).Attention);
const LastBackup = lazily(async () => (await import('./last-backup.tsx')).LastBackup);
const RecentActivity = lazily(async () => (await import('./recent-activity.tsx')).RecentActivity);

const matches = ({ name, slug, description }: ListedProject, search: string): boolean =>
  [name, slug, description ?? ''].some((text) => text.toLowerCase().includes(search));

const ProjectsPage = () => {
  const isCreating = new URLSearchParams(useSearch()).has('create');
  const [, navigate] = useLocation();
  const ability = useCanInOrganization();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useProjects();
  const projects = data?.projects ?? [];
  const shown = projects.filter((project) => matches(project, search.trim().toLowerCase()));
  const create = (
    <CreateButton
      isMain
      label="Create project"
      isAllowed={ability.can('create', 'project') || ability.can('create', 'workspace')}
      reason="You are not allowed to create projects in this organization."
      onClick={() => navigate('/?create')}
    />
  );

  return (
    <Page title="Projects" actions={projects.length > 0 && create}>
      {projects.length > 0 && (
        <SearchField
          label="Search projects"
          placeholder="Search by name, slug or description"
          value={search}
          onChange={setSearch}
        />
      )}
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      {data && projects.length === 0 && (
        <EmptyState title="No projects yet" action={create}>
          A project holds the secrets of one application, in environments such as development and production.
        </EmptyState>
      )}
      {shown.length > 0 && <ProjectTable projects={shown} />}
      {data && search === '' && (
        <Suspense>
          {projects.length > 0 && <Attention projects={projects} />}
          <LastBackup />
          {projects.length > 0 && <RecentActivity projects={projects} />}
        </Suspense>
      )}
      {projects.length > 0 && shown.length === 0 && <EmptyState title={`No project matches “${search}”`} />}
      <CreateProject isOpen={isCreating} onClose={() => navigate('/', { replace: true })} />
    </Page>
  );
};

export default ProjectsPage;
