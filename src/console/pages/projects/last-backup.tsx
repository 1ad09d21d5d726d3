import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import { Ago } from '../../components/time.tsx';

/** When the server was last backed up, for those who administer it. */
export const LastBackup = () => {
  const { data: own } = api.useQuery('get', '/api/v1/user');
  const isAdmin = own?.user.superAdmin === true;
  const { data } = api.useQuery('get', '/api/v1/admin/backups', {}, { enabled: isAdmin, retry: false });
  if (!data?.isSupported) return null;
  return (
    <Text size="sm" c="dimmed">
      <Anchor component={Link} href="/admin" inherit c="inherit" underline="always">
        Last backup of the server
      </Anchor>
      : {data.lastAt === null ? 'never' : <Ago value={data.lastAt} />}
    </Text>
  );
};
