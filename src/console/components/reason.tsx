import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

interface Props {
  readonly reason: string;
  readonly children: ReactElement;
  /** Whether somebody is looking for it already. */
  readonly isWanted?: boolean;
}

/** Says why a control does nothing. */
export const Reason = ({ reason, children, isWanted = false }: Props) => (
  <Tooltip defaultOpened={isWanted} label={reason} openDelay={0} events={{ hover: true, focus: true, touch: true }}>
    {children}
  </Tooltip>
);
