import { cloneElement, type MouseEvent, type ReactElement } from 'react';
import { deferred } from '../api/after-loading.ts';

interface Props {
  readonly isAllowed: boolean;
  /** A sentence: why the control does nothing. */
  readonly reason: string;
  readonly children: ReactElement<Record<string, unknown>>;
}

interface ReasonProps {
  readonly reason: string;
  readonly children: ReactElement<Record<string, unknown>>;
}

const Reason = deferred<ReasonProps>(
  async () => (await import('./reason.tsx')).Reason,
  ({ children, onWant }) => cloneElement(children, { onMouseEnter: onWant, onFocus: onWant }),
);

/** A control that is disabled with the reason, which the keyboard and screen readers reach too. */
export const Guarded = ({ isAllowed, reason, children }: Props) =>
  isAllowed ? (
    children
  ) : (
    <Reason reason={reason}>
      {cloneElement(children, {
        'data-disabled': true,
        'aria-disabled': true,
        onClick: (event: MouseEvent) => event.preventDefault(),
      })}
    </Reason>
  );
