import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { api } from '../api/client.ts';
import { selectOrganization, useSession } from '../api/session.ts';
import { notifyFailure } from '../components/failure.tsx';

/** The name of the organization, and a menu to change to another one. */
export const OrganizationMenu = () => {
  const { organizationId } = useSession();
  const [, navigate] = useLocation();
  const { data } = api.useQuery('get', '/api/v1/organization');
  const organizations = data?.organizations ?? [];
  const current = organizations.find(({ id }) => id === organizationId);
  if (!current) return null;
  if (organizations.length === 1)
    return (
      <Text size="sm" c="dimmed" truncate>
        {current.name}
      </Text>
    );

  const change = async (id: string): Promise<void> => {
    navigate('/');
    await selectOrganization(id).catch(notifyFailure);
  };

  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" rightSection={<IconChevronDown size={14} />} miw={0}>
          {current.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Organizations</Menu.Label>
        <Menu.RadioGroup value={current.id} onChange={(id) => void change(id)}>
          {organizations.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
};
