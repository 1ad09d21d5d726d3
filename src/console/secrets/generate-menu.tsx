import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazily } from '../api/after-loading.ts';

const Generator = lazily(async () => (await import('./generator.tsx')).Generator);

export interface Props {
  /** What it is for: "the value of API_KEY". */
  readonly label: string;
  readonly onGenerate: (value: string) => void;
}

/** Generates a value: random characters, a UUID or a key. */
export const GenerateMenu = ({ label, onGenerate, isWanted = false }: Props & { isWanted?: boolean }) => {
  const [isOpen, setOpen] = useState(isWanted);
  const take = (value: string): void => {
    onGenerate(value);
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-end" width={280} withArrow>
      <Popover.Target>
        <Tooltip label="Generate a value">
          <ActionIcon aria-label={`Generate ${label}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconSparkles size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Generate ${label}`}>
        <Suspense>
          <Generator onGenerate={take} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
};
