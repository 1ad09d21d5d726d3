import { Anchor, Text } from '@mantine/core';
import { IconDots, IconFolder } from '@tabler/icons-react';
import { memo, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { lazily } from '../../api/after-loading.ts';
import { LightAction } from '../../components/light.tsx';
import { RowFrame, type RowProps } from './row-frame.tsx';
import type { FolderProps } from './folder-menu.tsx';

const FolderMenu = lazily(async () => (await import('./folder-menu.tsx')).FolderMenu);

/** A folder in the folder. */
export const FolderRow = memo((props: FolderProps & RowProps) => {
  const { folder, href, uneditable, undeletable, whoHref, index, measure, isNarrow } = props;
  const { name, description } = folder;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const hasMenu = [uneditable, undeletable].includes(undefined) || whoHref !== undefined;
  const button = (
    <LightAction label={`Actions for the folder ${name}`} icon={IconDots} onClick={() => setMenuOpen(true)} />
  );
  return (
    <RowFrame
      index={index}
      measure={measure}
      isNarrow={isNarrow}
      icon={IconFolder}
      state="Folder"
      name={
        <Anchor
          component={Link}
          href={href}
          size="sm"
          fw={500}
          c="inherit"
          py={2}
          flex={1}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
          {description && (
            <Text span size="sm" c="dimmed" fw={400} ml="sm">
              {description}
            </Text>
          )}
        </Anchor>
      }
      actions={() =>
        hasMenu &&
        (isMenuOpen ? (
          <Suspense fallback={button}>
            <FolderMenu {...props} onClose={() => setMenuOpen(false)} />
          </Suspense>
        ) : (
          button
        ))
      }
    />
  );
});
FolderRow.displayName = 'FolderRow';
