import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import {
  IconBook2,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
  type Icon,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { api } from '../api/client.ts';
import { logOut } from '../api/session.ts';
import { notifyFailure } from '../components/failure.tsx';
import { AccountButton } from './menu-buttons.tsx';

export const schemes: readonly { value: MantineColorScheme; label: string; icon: Icon }[] = [
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
];

/** Who is signed in, the colour scheme, and logging out. */
export const AccountMenu = ({ isWanted = false }: { isWanted?: boolean }) => {
  const { data } = api.useQuery('get', '/api/v1/user');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240} defaultOpened={isWanted}>
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{data?.user.email ?? 'Account'}</Menu.Label>
        <Menu.Item component={Link} href="/account" leftSection={<IconUserCircle size={16} />}>
          Account
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook2 size={16} />}>
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(({ value, label, icon: SchemeIcon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<SchemeIcon size={16} />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logOut().catch(notifyFailure)}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
