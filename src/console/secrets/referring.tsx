import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api } from '../api/client.ts';
import { environmentAddress } from '../layout/addresses.ts';
import type { FolderRef } from './use-secrets.ts';

/** One request asks about so many names. */
const maxNames = 1000;
const maxShown = 5;

interface NameProps {
  readonly slug: string | undefined;
  readonly environment: string;
  readonly secretPath: string;
  readonly name: string;
}

const Name = ({ slug, environment, secretPath: path, name }: NameProps) => {
  const looks = { inherit: true, ff: 'monospace', style: { overflowWrap: 'anywhere' } } as const;
  if (slug === undefined)
    return (
      <Text span {...looks}>
        {name}
      </Text>
    );
  const href = environmentAddress({ slug, environment, path, secret: name });
  return (
    <Anchor component={Link} href={href} {...looks} c="inherit" underline="always">
      {name}
    </Anchor>
  );
};

interface Props {
  /** The project to which names lead; they do not lead anywhere without one. */
  readonly slug?: string;
  readonly folder: FolderRef;
  /** The names that are about to go. */
  readonly names: readonly string[];
}

/** Says which secrets refer to names that are renamed or deleted; nothing if none does. */
export const Referring = ({ slug, folder: { projectId, environment, path }, names }: Props) => {
  const { data } = api.useQuery(
    'post',
    '/api/v1/dashboard/secret-references',
    { body: { projectId, environment, secretPath: path, secretNames: names.slice(0, maxNames) } },
    { enabled: names.length > 0 },
  );
  // What goes with them needs them no more.
  const going = new Set(names);
  const referring = (data?.referring ?? []).filter(
    (each) => each.environment !== environment || each.secretPath !== path || !going.has(each.secretKey),
  );
  if (names.length === 0 || referring.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconLink size={18} aria-hidden />}
      title={`${referring.length}${data?.isLimitReached ? ' or more' : ''} ${referring.length === 1 ? 'secret refers' : 'secrets refer'} to this`}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm">
        {referring.slice(0, maxShown).map(({ secretKey, secretName, ...place }) => (
          <List.Item key={`${place.environment} ${place.secretPath} ${secretKey} ${secretName}`}>
            <Name slug={slug} {...place} name={secretKey} /> in {place.environment} {place.secretPath} uses {secretName}
          </List.Item>
        ))}
      </List>
      {referring.length > maxShown && <Text size="sm">And {referring.length - maxShown} more.</Text>}
      <Text size="sm">They would have the reference itself in their values, as it is written.</Text>
    </Alert>
  );
};
