import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsRightLeft, IconDots, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazily } from '../../api/after-loading.ts';
import type { Project } from '../../layout/project.tsx';
import { useIncoming, type Incoming } from '../../transfer/use-incoming.ts';

const ImportAnywhere = lazily(async () => (await import('./import-anywhere.tsx')).ImportAnywhere);
const Promote = lazily(async () => (await import('./promote.tsx')).Promote);

interface Props {
  readonly project: Project;
  readonly path: string;
  /** Those in view. */
  readonly environments: Project['environments'];
  /** Those in which the person may create secrets. */
  readonly creatable: Project['environments'];
}

/** What is done with several environments; what is pasted or dropped on the page is imported. */
export const OverviewActions = ({ project, path, environments, creatable }: Props) => {
  const [dialog, setDialog] = useState<'import' | 'promote'>();
  const [incoming, setIncoming] = useState<Incoming>();
  const mayCreate = creatable.length > 0;
  useIncoming(mayCreate, (text) => {
    setIncoming(text);
    setDialog('import');
  });
  const close = (): void => {
    setDialog(undefined);
    setIncoming(undefined);
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={16} />} disabled={!mayCreate} onClick={() => setDialog('import')}>
            Import a file
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsRightLeft size={16} />}
            disabled={!mayCreate || project.environments.length < 2}
            onClick={() => setDialog('promote')}
          >
            Promote to an environment
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'import' && (
          <ImportAnywhere project={project} path={path} environments={creatable} incoming={incoming} onClose={close} />
        )}
        {dialog === 'promote' && <Promote project={project} path={path} environments={environments} onClose={close} />}
      </Suspense>
    </>
  );
};
