import { useParams } from 'wouter';
import { environmentOfSegment } from '../../layout/addresses.ts';
import { NotFound } from '../../layout/not-found.tsx';
import { useProject } from '../../layout/project.tsx';
import { FolderPage } from './folder-page.tsx';

const EnvironmentPage = () => {
  const project = useProject();
  const { environment: segment, '*': rest = '' } = useParams<{ environment: string; '*'?: string }>();
  const slug = environmentOfSegment(segment);
  const environment = project.environments.find((each) => each.slug === slug);
  if (!environment) return <NotFound />;
  const path = `/${rest.split('/').filter(Boolean).join('/')}`;
  return <FolderPage key={`${slug} ${path}`} project={project} environment={environment} path={path} />;
};

export default EnvironmentPage;
