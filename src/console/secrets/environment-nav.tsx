import { Button, Group, Skeleton } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { deferred } from '../api/after-loading.ts';
import type { Project } from '../layout/project.tsx';
import { folderHref, overviewHref } from './addresses.ts';
import type { EnvironmentSelectProps } from './environment-select.tsx';
import { EnvironmentSign } from './environment-sign.tsx';

const EnvironmentSelect = deferred<EnvironmentSelectProps>(
  async () => (await import('./environment-select.tsx')).EnvironmentSelect,
  () => <Skeleton height={30} width={200} />,
);

interface Props {
  readonly project: Project;
  readonly path: string;
  /** The slug of the environment that is shown; all of them without one. */
  readonly current?: string;
}

/** More environments than these are in a list that can be searched. */
const mostTabs = 6;

/** Leads to the same folder of another environment, or of all of them. */
export const EnvironmentNav = ({ project: { slug, environments }, path, current }: Props) => {
  const [, navigate] = useLocation();
  const isLong = environments.length > mostTabs;
  const links = [
    {
      key: '',
      label: 'All environments',
      href: overviewHref(slug, path),
      isCurrent: current === undefined,
      sign: undefined,
    },
    ...(isLong ? [] : environments).map((environment) => ({
      key: environment.slug,
      label: environment.name,
      href: folderHref(slug, environment.slug, path),
      isCurrent: environment.slug === current,
      sign: <EnvironmentSign environment={environment} />,
    })),
  ];
  return (
    <Group component="nav" aria-label="Environments" gap={4}>
      {links.map(({ key, label, href, isCurrent, sign }) => (
        <Button
          key={key}
          component={Link}
          href={href}
          leftSection={sign}
          size="compact-sm"
          variant={isCurrent ? 'light' : 'subtle'}
          color={isCurrent ? 'pine' : 'gray'}
          {...(!isCurrent && { c: 'var(--mantine-color-text)' })}
          fw={isCurrent ? 600 : 400}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {label}
        </Button>
      ))}
      {isLong && (
        <EnvironmentSelect
          environments={environments}
          current={current}
          onChoose={(environment) => navigate(folderHref(slug, environment, path))}
        />
      )}
    </Group>
  );
};
