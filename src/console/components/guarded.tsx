import { Tooltip } from '@mantine/core';
import { cloneElement, type MouseEvent, type ReactElement } from 'react';

interface Props {
  readonly isAllowed: boolean;
  /** A sentence: why the control does nothing. */
  readonly reason: string;
  readonly children: ReactElement<Record<string, unknown>>;
}

/** A control that is disabled with the reason, which the keyboard and screen readers reach too. */
export const Guarded = ({ isAllowed, reason, children }: Props) =>
  isAllowed ? (
    children
  ) : (
    <Tooltip label={reason} openDelay={0} events={{ hover: true, focus: true, touch: true }}>
      {cloneElement(children, {
        'data-disabled': true,
        'aria-disabled': true,
        onClick: (event: MouseEvent) => event.preventDefault(),
      })}
    </Tooltip>
  );
