import { Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Project } from '../../layout/project.tsx';
import { isProduction } from '../../secrets/production.ts';
import { ImportSecrets } from '../../transfer/import-secrets.tsx';
import type { Incoming } from '../../transfer/use-incoming.ts';

interface Props {
  readonly project: Project;
  readonly path: string;
  /** Those in which the person may create secrets. */
  readonly environments: Project['environments'];
  /** What was pasted or dropped; undefined if it is still to be typed. */
  readonly incoming: Incoming | undefined;
  readonly onClose: () => void;
}

/** Imports secrets into one of several environments. */
export const ImportAnywhere = ({ project, path, environments, incoming, onClose }: Props) => {
  const first = environments.find((each) => !isProduction(each) && !each.isProtected) ?? environments[0];
  const [environment, setEnvironment] = useState(first?.slug ?? '');
  return (
    <Modal opened size="lg" closeOnClickOutside={false} onClose={onClose} title={`Import secrets into ${path}`}>
      <Stack>
        <Select
          label="Environment"
          allowDeselect={false}
          searchable={environments.length > 8}
          data={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={environment}
          onChange={(slug) => setEnvironment(slug ?? environment)}
        />
        <ImportSecrets
          key={environment}
          project={project}
          environment={environment}
          path={path}
          incoming={incoming}
          onDone={onClose}
        />
      </Stack>
    </Modal>
  );
};
