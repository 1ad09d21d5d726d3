import { Tabs } from '@mantine/core';
import { IconClock, IconHelpCircle, IconRobot, IconUser, IconUserQuestion, IconUsersGroup } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useLocation, useParams } from 'wouter';
import { accessHref, type AccessPart } from '../../access/addresses.ts';
import { useCan } from '../../access/use-can.ts';
import { lazily } from '../../api/after-loading.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { NotFound } from '../../layout/not-found.tsx';
import { useProject } from '../../layout/project.tsx';
import { MembersTab } from './members-tab.tsx';

const Explain = lazily(async () => (await import('./explain.tsx')).Explain);
const TemporaryTab = lazily(async () => (await import('./temporary-tab.tsx')).TemporaryTab);
const Who = lazily(async () => (await import('./who.tsx')).Who);

/** The parts of the page, and of which subjects one must be readable for each. */
const parts = [
  {
    part: 'people',
    label: 'People',
    icon: IconUser,
    needs: ['member'],
    show: () => <MembersTab key="user" type="user" />,
  },
  {
    part: 'groups',
    label: 'Groups',
    icon: IconUsersGroup,
    needs: ['groups'],
    show: () => <MembersTab key="group" type="group" />,
  },
  {
    part: 'identities',
    label: 'Machine identities',
    icon: IconRobot,
    needs: ['identity'],
    show: () => <MembersTab key="identity" type="identity" />,
  },
  {
    part: 'temporary',
    label: 'Temporary',
    icon: IconClock,
    needs: ['member', 'identity', 'groups'],
    show: () => <TemporaryTab />,
  },
  { part: 'explain', label: 'Explain', icon: IconHelpCircle, needs: ['member', 'identity'], show: () => <Explain /> },
  {
    part: 'who',
    label: 'Who can',
    icon: IconUserQuestion,
    needs: ['member', 'identity', 'service-tokens'],
    show: () => <Who />,
  },
] as const;

const AccessPage = () => {
  const project = useProject();
  const ability = useCan(project);
  const [, navigate] = useLocation();
  const { '*': rest = '' } = useParams<{ '*'?: string }>();
  const wanted = rest === '' ? 'people' : rest;
  const shown = parts.find(({ part }) => part === wanted);
  if (!shown) return <NotFound />;
  const isReadable = ({ needs }: (typeof parts)[number]): boolean =>
    needs.some((subject) => ability.may('read', subject));
  return (
    <Page title="Access" crumbs={[{ label: project.name, href: `/p/${project.slug}` }]}>
      <Tabs
        value={shown.part}
        onChange={(part) => navigate(accessHref(project.slug, (part ?? 'people') as AccessPart))}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label="Parts of access">
          {parts.map(({ part, label, icon: PartIcon }) => (
            <Tabs.Tab key={part} value={part} leftSection={<PartIcon size={16} stroke={1.6} aria-hidden />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown.part}>
          {isReadable(shown) ? (
            <Suspense fallback={<ListSkeleton />}>{shown.show()}</Suspense>
          ) : (
            <EmptyState title="You are not allowed to see this">
              Somebody who administers the project can allow you to see its members.
            </EmptyState>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
};

export default AccessPage;
