import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { copyText, type Source } from './copy-text.ts';

interface Props {
  readonly value: Source;
  /** What it is, after "Copy": "the name". */
  readonly label: string;
  readonly isSecret?: boolean;
}

export const CopyButton = ({ value, label, isSecret = false }: Props) => {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const copy = async (): Promise<void> => {
    if (!(await copyText(value, isSecret))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  };

  return (
    <Tooltip label={isCopied ? 'Copied' : `Copy ${label}`}>
      <ActionIcon aria-label={`Copy ${label}`} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
};
