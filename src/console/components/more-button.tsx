import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

/** Opens the menu of what else can be done on a page. */
export const MoreButton = (props: ActionIconProps & ComponentProps<'button'>) => (
  <ActionIcon variant="default" size={36} aria-label="More actions" {...props}>
    <IconDots size={18} />
  </ActionIcon>
);
