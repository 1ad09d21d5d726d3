import { useParams } from 'wouter';
import { api } from '../../api/client.ts';
import { statusOf } from '../../api/errors.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { NotFound } from '../../layout/not-found.tsx';
import { DeleteGroup } from './delete-group.tsx';
import { General } from './general.tsx';
import { Members } from './members.tsx';
import { Projects } from './projects.tsx';

const crumbs = [{ label: 'Groups', href: '/groups' }];

const GroupPage = () => {
  const { groupId = '' } = useParams();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/groups/{id}', { params: { path: { id: groupId } } });
  if (!data) {
    if (!error) return <ListSkeleton />;
    return [404, 422].includes(statusOf(error) ?? 0) ? (
      <NotFound />
    ) : (
      <FailureMessage error={error} onRetry={refetch} />
    );
  }
  return (
    <Page isNarrow key={groupId} title={data.name} crumbs={crumbs}>
      <General group={data} />
      <Members group={data} />
      <Projects group={data} />
      <DeleteGroup group={data} />
    </Page>
  );
};

export default GroupPage;
