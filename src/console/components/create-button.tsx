import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Guarded } from './guarded.tsx';

interface Props {
  /** A verb and a noun: "Create tag". */
  readonly label: string;
  readonly isAllowed?: boolean;
  /** Why it is not allowed. */
  readonly reason?: string;
  /** Whether it is that of a page, rather than of a section. */
  readonly isMain?: boolean;
  readonly onClick: () => void;
}

/** Adds something to a list. */
export const CreateButton = ({ label, isAllowed = true, reason = '', isMain = false, onClick }: Props) => (
  <Guarded isAllowed={isAllowed} reason={reason}>
    <Button
      {...(!isMain && { size: 'xs', variant: 'default' })}
      leftSection={<IconPlus size={isMain ? 16 : 14} />}
      onClick={onClick}
    >
      {label}
    </Button>
  </Guarded>
);
