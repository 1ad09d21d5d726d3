import { Stack } from '@mantine/core';
import { Page } from '../../components/page.tsx';
import { useProject } from '../../layout/project.tsx';
import { DeleteProject } from './delete-project.tsx';
import { Environments } from './environments.tsx';
import { General } from './general.tsx';
import { Tags } from './tags.tsx';
import { Webhooks } from './webhooks.tsx';

const SettingsPage = () => {
  const { name, slug } = useProject();
  return (
    <Page title="Settings" crumbs={[{ label: name, href: `/p/${slug}` }]}>
      <Stack maw={860}>
        <General />
        <Environments />
        <Tags />
        <Webhooks />
        <DeleteProject />
      </Stack>
    </Page>
  );
};

export default SettingsPage;
