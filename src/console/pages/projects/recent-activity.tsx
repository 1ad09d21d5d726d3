import { Anchor, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { client } from '../../api/client.ts';
import { actorName, eventName, subjectText } from '../../audit/entry.ts';
import { Section } from '../../components/section.tsx';
import { Ago } from '../../components/time.tsx';
import type { ListedProject } from './project-table.tsx';

const maxShown = 8;

/** Changes of secrets, and of who may do what. */
const events = [
  ...['create-secret', 'update-secret', 'delete-secret', 'create-secrets', 'update-secrets', 'delete-secrets'],
  ...['move-secrets', 'pit-process-new-commit-raw', 'pit-rollback-commit', 'pit-revert-commit', 'restore-from-trash'],
  ...['create-folder', 'delete-folder', 'create-environment', 'delete-environment', 'create-service-token'],
  ...['add-project-members', 'remove-project-member', 'update-project-member-roles', 'create-project-role'],
  ...['update-project-role', 'create-user-project-additional-privilege', 'create-identity-project-membership'],
  ...['create-identity-project-additional-privilege', 'update-identity-project-membership'],
];

/**
 * What was changed lately in the projects whose audit log the person may read, and by themselves in the others. One
 * request, of which the server examines a bounded part of the log; once for each tab, because the log records it.
 */
export const RecentActivity = ({ projects }: { projects: readonly ListedProject[] }) => {
  const { data } = useQuery({
    queryKey: ['recent-activity'],
    queryFn: () =>
      client.GET('/api/v1/organization/audit-logs', {
        params: {
          query: { eventType: events.join(), outcome: 'allowed', cursor: 'first', offset: 0, limit: maxShown },
        },
      }),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    // What the person does on this page must not record another view.
    meta: { isRecorded: true },
  });
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const entries = (data?.auditLogs ?? []).flatMap((entry) => {
    const project = entry.projectId === null ? undefined : projectOf.get(entry.projectId);
    return project ? [{ entry, project }] : [];
  });
  if (entries.length === 0) return null;
  return (
    <Section title="Recent activity">
      <List size="sm" spacing={4}>
        {entries.map(({ entry, project }) => (
          <List.Item key={entry.id} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} href={`/p/${project.slug}`} inherit c="inherit" underline="always">
              {project.name}
            </Anchor>
            : {actorName(entry)}, {eventName(entry.event.type)} {subjectText(entry)}{' '}
            <Text span size="xs" c="dimmed">
              <Ago value={entry.createdAt} />
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
};
