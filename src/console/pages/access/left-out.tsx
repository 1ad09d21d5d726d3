import { Text } from '@mantine/core';
import { kinds } from './kinds.ts';

const names = {
  user: kinds.user.many,
  identity: kinds.identity.many,
  group: kinds.group.many,
  'service-token': 'service tokens',
} as const;

/** Says of which kinds the user may not see all. */
export const LeftOut = ({ kinds: unseen }: { kinds: readonly (keyof typeof names)[] }) =>
  unseen.length > 0 && (
    <Text size="sm" c="dimmed">
      You may not see all {unseen.map((kind) => names[kind]).join(', ')} of this project, so some may be missing.
    </Text>
  );
