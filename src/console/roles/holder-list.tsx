import { List, Stack, Text } from '@mantine/core';
import { NotLoaded } from '../components/not-loaded.tsx';
import { timeText } from '../components/time.tsx';
import { joined } from '../rules/rule.ts';
import { byKind, countWords, kindNoun, type Holder } from './holders.ts';
import type { RoleSource, RoleSummary } from './role-source.ts';
import { useHolders } from './use-roles.ts';

/** More names than these say nothing to anybody. */
const maxNames = 20;

const nameOf = ({ name, endsAt }: Holder): string => {
  if (endsAt === null) return name;
  return `${name} (${Date.parse(endsAt) > Date.now() ? 'until' : 'ended'} ${timeText(endsAt)})`;
};

const Names = ({ kind, members }: { kind: Holder['kind']; members: readonly Holder[] }) => {
  const rest = members.length - maxNames;
  const names = members.slice(0, maxNames).map(nameOf);
  return (
    <List.Item style={{ overflowWrap: 'anywhere' }}>
      {members.length} {kindNoun(kind, members.length)}: {joined(rest > 0 ? [...names, `${rest} more`] : names)}
      {kind === 'group' && ', with all of their members'}
    </List.Item>
  );
};

interface Props {
  readonly source: RoleSource;
  readonly role: RoleSummary;
}

/** Everybody who has a role, and so is affected by a change of it. */
export const HolderList = ({ source, role }: Props) => {
  const { data, error, refetch } = useHolders(source, role);
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={2} height={20} />;
  const { holders, leftOut } = data;
  return (
    <Stack gap={4}>
      {holders.length === 0 ? (
        <Text size="sm" c="dimmed">
          {leftOut.length === 0 ? 'Nobody has this role.' : 'Nobody whom you may see has this role.'}
        </Text>
      ) : (
        <List size="sm" aria-label={`Who has the role: ${countWords(holders)}`}>
          {byKind(holders).map(({ kind, members }) => (
            <Names key={kind} kind={kind} members={members} />
          ))}
        </List>
      )}
      {leftOut.length > 0 && (
        <Text size="sm" c="dimmed">
          Not all {joined(leftOut)} are shown here.
        </Text>
      )}
    </Stack>
  );
};
