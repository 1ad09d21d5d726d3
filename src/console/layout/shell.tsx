import { ActionIcon, AppShell, Box, Burger, Divider, Group, NavLink, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { afterLoading, deferred, Nothing } from '../api/after-loading.ts';
import { api } from '../api/client.ts';
import { PageSign } from '../components/page.tsx';
import { Logo } from '../components/logo.tsx';
import { useIdleGuard } from '../login/idle-guard.ts';
import { LiveSign } from '../live/live-sign.tsx';
import { LiveUpdates } from '../live/live-updates.tsx';
import { NextSteps } from '../next-steps/next-steps.tsx';
import { rememberFocusedRow } from './focused-row.ts';
import { AccountMenu, OrganizationMenu, ProjectMenu } from './header-menus.tsx';
import { adminLink, linksFromProject, organizationLinks, projectLinks, type NavigationLink } from './navigation.tsx';
import { ProjectProvider } from './project.tsx';
import { SkipLink } from './skip-link.tsx';

const OwnAccess = deferred(async () => (await import('../temporary-access/own-access.tsx')).OwnAccess, Nothing);
const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** The link to this page, or else to the nearest page above it. */
const currentLink = (links: readonly NavigationLink[], path: string): NavigationLink | undefined =>
  links
    .filter(({ href }) => path === href || (href !== '/' && path.startsWith(`${href}/`)))
    .sort((one, other) => other.href.length - one.href.length)[0];

const Navigation = ({ links }: { links: readonly NavigationLink[] }) => {
  const [path] = useLocation();
  const current = currentLink(links, path);
  return links.map((link) => (
    <NavLink
      key={link.href}
      component={Link}
      href={link.href}
      label={link.label}
      leftSection={<link.icon size={18} stroke={1.6} />}
      active={link === current}
      aria-current={link === current ? 'page' : undefined}
    />
  ));
};

/** The links of a project, or else of the organization. */
const useLinks = (slug: string | undefined): readonly NavigationLink[] => {
  const { data } = api.useQuery('get', '/api/v1/user');
  if (slug !== undefined) return projectLinks(slug);
  return data?.user.superAdmin ? [...organizationLinks, adminLink] : organizationLinks;
};

/** Header, navigation and the page. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [path] = useLocation();
  const [isProject, params] = useRoute('/p/:slug/*?');
  const main = useRef<HTMLElement>(null);
  const [hasPalette, setHasPalette] = useState(false);
  useEffect(() => afterLoading(() => setHasPalette(true)), []);
  const openPalette = (): void => {
    setHasPalette(true);
    spotlight.open();
  };
  useIdleGuard();
  const links = useLinks(isProject ? params.slug : undefined);
  useEffect(close, [path, close]);
  // Here rather than in the palette, which may still be loading when somebody presses the keys.
  useHotkeys(
    [
      [
        'mod+K',
        () => {
          rememberFocusedRow();
          openPalette();
        },
      ],
    ],
    [],
  );

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{
        width: 220,
        breakpoint: 'sm',
        collapsed: { mobile: !isOpen },
      }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <SkipLink onSkip={() => main.current?.focus()} />
      <AppShell.Header px="sm">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <UnstyledButton component={Link} href="/" aria-label="Sallyport, all projects">
              <Group gap={8} wrap="nowrap">
                <Logo />
                <Text fw={600} visibleFrom="sm">
                  Sallyport
                </Text>
              </Group>
            </UnstyledButton>
            <Box {...(isProject && { visibleFrom: 'sm' })} miw={0}>
              <OrganizationMenu />
            </Box>
            {isProject && <ProjectMenu slug={params.slug} />}
          </Group>
          <Group gap={4} wrap="nowrap">
            <ActionIcon size="lg" aria-label="Search" title="Search (Ctrl+K)" onClick={openPalette}>
              <IconSearch size={20} stroke={1.6} />
            </ActionIcon>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={isProject ? 'Project' : 'Organization'}>
        <Navigation links={links} />
        {isProject && (
          <>
            <Divider my="xs" label="Organization" labelPosition="left" />
            <Navigation links={linksFromProject} />
          </>
        )}
      </AppShell.Navbar>
      <Suspense>{hasPalette && <CommandPalette />}</Suspense>
      <AppShell.Main ref={main} tabIndex={-1} style={{ outline: 'none' }}>
        {isProject ? (
          <ProjectProvider key={params.slug} slug={params.slug}>
            <LiveUpdates />
            <NextSteps />
            <OwnAccess />
            <PageSign value={<LiveSign />}>{children}</PageSign>
          </ProjectProvider>
        ) : (
          children
        )}
      </AppShell.Main>
    </AppShell>
  );
};
