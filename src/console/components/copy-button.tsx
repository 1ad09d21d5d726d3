import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { notifyFailure } from './failure.tsx';

/** Secrets are removed from the clipboard after this time, where the browser permits it. */
const clearAfterMs = 60_000;

const clearLater = (value: string): void => {
  setTimeout(() => {
    navigator.clipboard
      .readText()
      .then((text) => (text === value ? navigator.clipboard.writeText('') : undefined))
      // Reading the clipboard is often not permitted.
      .catch(() => undefined);
  }, clearAfterMs);
};

/** What is copied, or how to get it. */
type Source = string | (() => string | Promise<string>);

/** Copies a text; returns whether it was possible, and says why if it was not. */
export const copyText = async (source: Source, isSecret: boolean): Promise<boolean> => {
  try {
    const text = typeof source === 'string' ? source : await source();
    await navigator.clipboard.writeText(text);
    if (isSecret) clearLater(text);
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
};

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
