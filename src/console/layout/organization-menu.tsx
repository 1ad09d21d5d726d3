import { Menu } from '@mantine/core';
import { useLocation } from 'wouter';
import { selectOrganization } from '../api/session.ts';
import { notifyFailure } from '../components/failure.tsx';
import { OrganizationButton } from './menu-buttons.tsx';

export interface Organization {
  readonly id: string;
  readonly name: string;
}

interface Props {
  readonly current: Organization;
  readonly organizations: readonly Organization[];
  readonly isWanted?: boolean;
}

/** The name of the organization, and a menu to change to another one. */
export const OrganizationMenu = ({ current, organizations, isWanted = false }: Props) => {
  const [, navigate] = useLocation();
  const change = async (id: string): Promise<void> => {
    navigate('/');
    await selectOrganization(id).catch(notifyFailure);
  };

  return (
    <Menu position="bottom-start" width={260} defaultOpened={isWanted}>
      <Menu.Target>
        <OrganizationButton name={current.name} />
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
