import { ActionIcon } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { deferred } from '../api/after-loading.ts';
import type { Props } from './generate-menu.tsx';

/** Generates a value: random characters, a UUID or a key. */
export const GenerateValue = deferred<Props>(
  async () => (await import('./generate-menu.tsx')).GenerateMenu,
  ({ label, onWant }) => (
    <ActionIcon aria-label={`Generate ${label}`} onClick={onWant}>
      <IconSparkles size={16} />
    </ActionIcon>
  ),
);
