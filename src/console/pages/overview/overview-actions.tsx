import { IconArrowsRightLeft, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazily } from '../../api/after-loading.ts';
import { ActionMenu } from '../../components/action-menu.tsx';
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
  const reason = mayCreate ? undefined : 'You are not allowed to create secrets here.';
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
      <ActionMenu
        actions={[
          { label: 'Import a file', icon: IconUpload, reason, onClick: () => setDialog('import') },
          {
            label: 'Promote to an environment',
            icon: IconArrowsRightLeft,
            reason: project.environments.length < 2 ? 'There is only one environment.' : reason,
            onClick: () => setDialog('promote'),
          },
        ]}
      />
      <Suspense>
        {dialog === 'import' && (
          <ImportAnywhere project={project} path={path} environments={creatable} incoming={incoming} onClose={close} />
        )}
        {dialog === 'promote' && <Promote project={project} path={path} environments={environments} onClose={close} />}
      </Suspense>
    </>
  );
};
