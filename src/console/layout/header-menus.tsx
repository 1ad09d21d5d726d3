import { Text } from '@mantine/core';
import { deferred } from '../api/after-loading.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { AccountButton, OrganizationButton, ProjectButton } from './menu-buttons.tsx';
import type { Organization } from './organization-menu.tsx';

/** Who is signed in, the colour scheme, and logging out. */
export const AccountMenu = deferred(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  ({ onWant }) => <AccountButton onClick={onWant} />,
);

interface Organizations {
  readonly current: Organization;
  readonly organizations: readonly Organization[];
}

const Organizations = deferred<Organizations>(
  async () => (await import('./organization-menu.tsx')).OrganizationMenu,
  ({ current, onWant }) => <OrganizationButton name={current.name} onClick={onWant} />,
);

/** The name of the organization, and a menu to change to another one if there is one. */
export const OrganizationMenu = () => {
  const { organizationId } = useSession();
  const { data } = api.useQuery('get', '/api/v1/organization');
  const organizations = data?.organizations ?? [];
  const current = organizations.find(({ id }) => id === organizationId);
  if (!current) return null;
  if (organizations.length > 1) return <Organizations current={current} organizations={organizations} />;
  return (
    <Text size="sm" c="dimmed" truncate>
      {current.name}
    </Text>
  );
};

const Projects = deferred<{ slug: string; name: string }>(
  async () => (await import('./project-menu.tsx')).ProjectMenu,
  ({ name, onWant }) => <ProjectButton name={name} onClick={onWant} />,
);

/** The name of the project, and a menu to change to another one. */
export const ProjectMenu = ({ slug }: { slug: string }) => {
  const { data } = api.useQuery('get', '/api/v1/projects/slug/{slug}', { params: { path: { slug } } });
  return data ? <Projects slug={slug} name={data.name} /> : null;
};
