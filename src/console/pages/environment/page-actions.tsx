import { Button } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { deferred } from '../../api/after-loading.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import type { MoreProps } from './more-actions.tsx';

const MoreActions = deferred<MoreProps>(
  async () => (await import('./more-actions.tsx')).MoreActions,
  ({ onWant }) => <MoreButton onClick={onWant} />,
);

interface Props extends MoreProps {
  readonly onAddSecret: () => void;
}

/** What can be done with the folder. */
export const PageActions = ({ onAddSecret, ...more }: Props) => {
  const { rights, isNarrow, onOpen } = more;
  const cannotCreate = rights.folder.uncreatable;
  return (
    <>
      <CreateButton
        isMain
        label="Create secret"
        isAllowed={rights.uncreatable === undefined}
        reason={rights.uncreatable ?? ''}
        onClick={onAddSecret}
      />
      {!isNarrow && (
        <Guarded isAllowed={cannotCreate === undefined} reason={cannotCreate ?? ''}>
          <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={() => onOpen('create-folder')}>
            Create folder
          </Button>
        </Guarded>
      )}
      <MoreActions {...more} />
    </>
  );
};
