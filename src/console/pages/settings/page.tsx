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
    <Page isNarrow title="Settings" crumbs={[{ label: name, href: `/p/${slug}` }]}>
      <General />
      <Environments />
      <Tags />
      <Webhooks />
      <DeleteProject />
    </Page>
  );
};

export default SettingsPage;
