import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDialogs } from './dialogs.ts';
import { useReturnFocus, type Fallback } from './return-focus.ts';

interface Props {
  readonly title: string;
  /** What it belongs to, below the title. */
  readonly subtitle?: string;
  readonly onClose: () => void;
  /** Whether a dialog of the drawer's own is open, which the Escape key closes instead. */
  readonly isCovered?: boolean;
  /** What has the focus afterwards if what opened the drawer is gone. */
  readonly focusAfter?: Fallback;
  readonly children: ReactNode;
}

/** A drawer over the page, as wide as a phone at most needs. */
export const SideDrawer = ({ title, subtitle, onClose, isCovered = false, focusAfter, children }: Props) => {
  useReturnFocus(focusAfter);
  const hasDialog = useDialogs().length > 0;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={600}
      closeOnEscape={!hasDialog && !isCovered}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        <>
          <Text span fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {subtitle !== undefined && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {subtitle}
            </Text>
          )}
        </>
      }
    >
      {children}
    </Drawer>
  );
};
