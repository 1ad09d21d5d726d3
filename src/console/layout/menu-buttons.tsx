import { ActionIcon, Button, type ActionIconProps, type ButtonProps } from '@mantine/core';
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

type IconProps = ActionIconProps & ComponentProps<'button'>;
type TextProps = ButtonProps & ComponentProps<'button'>;

/** Opens the menu of the account. */
export const AccountButton = (props: IconProps) => (
  <ActionIcon size="lg" aria-label="Account" {...props}>
    <IconUserCircle size={22} stroke={1.6} />
  </ActionIcon>
);

/** Opens the menu with the organizations. */
export const OrganizationButton = ({ name, ...props }: TextProps & { name: string }) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    rightSection={<IconChevronDown size={14} />}
    miw={0}
    {...props}
  >
    {name}
  </Button>
);

/** Opens the menu with the projects. */
export const ProjectButton = ({ name, ...props }: TextProps & { name: string }) => (
  <OrganizationButton
    c="var(--mantine-color-text)"
    aria-label={`Project ${name}, change to another one`}
    name={name}
    {...props}
  />
);
