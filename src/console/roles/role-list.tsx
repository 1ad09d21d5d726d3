import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useLocation, useSearch } from 'wouter';
import { NotLoaded } from '../components/not-loaded.tsx';
import { Page } from '../components/page.tsx';
import { separator } from '../components/separator.ts';
import { AllowedBy } from './allowed-by.tsx';
import type { RoleSource, RoleSummary } from './role-source.ts';
import { useRoleList } from './use-roles.ts';
import { ItemList } from '../components/item-list.tsx';
import { CreateButton } from '../components/create-button.tsx';

interface PartProps {
  readonly title: string;
  readonly roles: readonly RoleSummary[];
  readonly address: string;
}

const RoleLines = ({ title, roles, address }: PartProps) => (
  <ItemList label={title} items={roles} gap={0}>
    {({ id, slug, name, description }, index) => (
      <Group key={id} component="li" py="xs" gap="xs" align="baseline" style={index > 0 ? separator : {}}>
        <Anchor component={Link} href={`${address}/${slug}`} size="sm" fw={600} w={220} truncate>
          {name}
        </Anchor>
        <Text size="sm" ff="monospace" c="dimmed" w={200} truncate>
          {slug}
        </Text>
        <Text size="sm" flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
          {description}
        </Text>
      </Group>
    )}
  </ItemList>
);

/** All roles, the built-in ones last; `?subject=identity&action=create` says which of them allow that. */
export const RoleList = ({ source }: { source: RoleSource }) => {
  const { address, crumbs, ability, builtIn, place } = source;
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const [subject, action] = [query.get('subject'), query.get('action')];
  const { data, error, refetch } = useRoleList(source);
  const own = data?.filter(({ slug }) => !builtIn.includes(slug)) ?? [];
  return (
    <Page
      title="Roles"
      crumbs={crumbs}
      actions={
        <CreateButton
          isMain
          label="Create role"
          isAllowed={ability.can('create', 'role')}
          reason={`You are not allowed to create roles in ${place}.`}
          onClick={() => navigate(`${address}/_new`)}
        />
      }
    >
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      {data && (
        <Stack gap="lg">
          {subject !== null && action !== null && (
            <AllowedBy source={source} roles={data} subject={subject} action={action} />
          )}
          <Stack gap={4} component="section" aria-labelledby="own-roles">
            <Title order={2} id="own-roles">
              Own roles
            </Title>
            {own.length === 0 ? (
              <Text size="sm" c="dimmed">
                None yet. A role of your own allows exactly what you choose; a built-in one can be duplicated as a
                start.
              </Text>
            ) : (
              <RoleLines title="Own roles" roles={own} address={address} />
            )}
          </Stack>
          <Stack gap={4} component="section" aria-labelledby="built-in-roles">
            <Title order={2} id="built-in-roles">
              Built-in roles
            </Title>
            <RoleLines
              title="Built-in roles"
              roles={data.filter(({ slug }) => builtIn.includes(slug))}
              address={address}
            />
          </Stack>
        </Stack>
      )}
    </Page>
  );
};
