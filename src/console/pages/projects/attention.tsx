import { Anchor, List, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { accessHref } from '../../access/addresses.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { client } from '../../api/client.ts';
import { statusOf } from '../../api/errors.ts';
import { Section } from '../../components/section.tsx';
import { isProduction } from '../../secrets/production.ts';
import type { ListedProject } from './project-table.tsx';

/** The projects that changed last are looked at, because each takes two requests. */
const maxProjects = 5;
const day = 86_400_000;
const unusedAfter = 90 * day;

/** Something that somebody should look at. */
interface Finding {
  readonly key: string;
  readonly text: string;
  readonly href: string;
}

/** Nothing is found where the person may not look, and in a project that was deleted meanwhile. */
const whereAllowed = async (find: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await find();
  } catch (error) {
    if ([403, 404].includes(statusOf(error) ?? 0)) return [];
    throw error;
  }
};

const endingIn = async ({ id, slug, name }: ListedProject): Promise<Finding[]> => {
  const { grants, nextCursor } = await client.GET('/api/v1/projects/{projectId}/access/temporary', {
    params: { path: { projectId: id }, query: { state: 'active', endsWithinHours: 24, limit: 10 } },
  });
  if (grants.length === 0) return [];
  const count = `${grants.length}${nextCursor === null ? '' : ' or more'}`;
  const noun = grants.length === 1 ? 'role or privilege ends' : 'roles or privileges end';
  const href = `${accessHref(slug, 'temporary')}?within=24`;
  return [{ key: `ending ${id}`, text: `${name}: ${count} ${noun} within a day`, href }];
};

/** Looks at the root folder, at the first hundred names. */
const missingIn = async ({ id, slug, name, environments }: ListedProject): Promise<Finding[]> => {
  const production = environments.find(isProduction);
  if (!production || environments.length < 2) return [];
  const { secrets } = await client.GET('/api/v1/dashboard/secrets-overview', {
    params: {
      query: {
        projectId: id,
        environments: environments
          .slice(0, 20)
          .map((environment) => environment.slug)
          .join(),
        secretPath: '/',
        offset: 0,
        limit: 100,
        orderBy: 'name',
        orderDirection: 'asc',
        includeSecrets: true,
        includeFolders: false,
        includeImports: false,
        includeImportedSecrets: true,
      },
    },
  });
  const present = new Set(
    secrets.filter(({ environment }) => environment === production.slug).map(({ secretKey }) => secretKey),
  );
  const missing = [...new Set(secrets.map(({ secretKey }) => secretKey))].filter((key) => !present.has(key));
  const [first] = missing;
  if (first === undefined) return [];
  const others = missing.length === 1 ? '' : ` and ${missing.length - 1} more`;
  const verb = missing.length === 1 ? 'is' : 'are';
  return [
    {
      key: `missing ${id}`,
      text: `${name}: ${first}${others} ${verb} missing in ${production.name}`,
      href: `/p/${slug}?show=missing`,
    },
  ];
};

const findUnused = async (): Promise<Finding[]> => {
  const { identities } = await client.GET('/api/v1/identities', { params: { query: { offset: 0, limit: 100 } } });
  const before = Date.now() - unusedAfter;
  const unused = identities.filter(({ lastLoginTime }) => lastLoginTime !== null && Date.parse(lastLoginTime) < before);
  const [first] = unused;
  if (!first) return [];
  const others = unused.length === 1 ? '' : ` and ${unused.length - 1} more`;
  return [
    {
      key: 'unused',
      text: `${first.identity.name}${others} did not sign in for 90 days`,
      href: unused.length === 1 ? `/identities/${first.identity.id}` : '/identities',
    },
  ];
};

const options = { staleTime: 60_000, retry: false };

/** What ends soon, what is missing in production and what is not used any more; nothing if there is nothing. */
export const Attention = ({ projects }: { projects: readonly ListedProject[] }) => {
  const mayReadIdentities = useCanInOrganization().can('read', 'identity');
  const changedAt = ({ lastSecretModified, updatedAt }: ListedProject): string => lastSecretModified ?? updatedAt;
  const recent = projects.toSorted((one, other) => (changedAt(one) < changedAt(other) ? 1 : -1)).slice(0, maxProjects);
  const ofProjects = useQueries({
    queries: recent.map((project) => ({
      ...options,
      queryKey: ['attention', project.id],
      queryFn: async () =>
        (await Promise.all([whereAllowed(() => endingIn(project)), whereAllowed(() => missingIn(project))])).flat(),
    })),
  });
  const unused = useQuery({
    ...options,
    queryKey: ['attention', 'identities'],
    enabled: mayReadIdentities,
    queryFn: () => whereAllowed(findUnused),
  });
  const findings = [...ofProjects.flatMap(({ data }) => data ?? []), ...(unused.data ?? [])];
  if (findings.length === 0) return null;
  return (
    <Section title="Needs attention">
      <List size="sm" spacing={4}>
        {findings.map(({ key, text, href }) => (
          <List.Item key={key} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} href={href} inherit c="inherit" underline="always">
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {projects.length > maxProjects && (
        <Text size="xs" c="dimmed">
          Of the {maxProjects} projects that changed last.
        </Text>
      )}
    </Section>
  );
};
