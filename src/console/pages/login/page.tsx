import { useQuery } from '@tanstack/react-query';
import { Redirect, useSearch } from 'wouter';
import { dataOf } from '../../api/errors.ts';
import { publicApi, useSession } from '../../api/session.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { CenteredPage } from '../../layout/centered-page.tsx';
import { portIn } from '../../login/cli.ts';
import { CliHandover } from '../../login/cli-handover.tsx';
import { loginOf } from '../../login/login.ts';
import { LoginForm } from '../../login/login-form.tsx';
import { ownAddress } from '../../login/own-address.ts';

/** Whether the server is new; and the login of somebody who left before choosing an organization. */
const prepare = async (token: string | undefined) => {
  const { config } = dataOf(await publicApi.GET('/api/v1/admin/config'));
  return { isNew: !config.initialized, login: token ? await loginOf(token) : undefined };
};

const LoginPage = () => {
  const { status, login } = useSession();
  const search = useSearch();
  const port = portIn(search);
  const { data, error, refetch } = useQuery({
    queryKey: ['login', login],
    queryFn: () => prepare(login),
    enabled: status === 'signed-out',
    gcTime: 0,
  });

  if (status === 'signed-in' && port !== undefined)
    return (
      <CenteredPage title="Sign in to the CLI">
        <CliHandover port={port} />
      </CenteredPage>
    );
  if (status === 'signed-in') return <Redirect to={ownAddress(new URLSearchParams(search).get('next'))} replace />;
  if (data?.isNew) return <Redirect to="/setup" replace />;
  return (
    <CenteredPage title="Sign in">
      {data ? (
        <LoginForm initial={data.login} />
      ) : error ? (
        <FailureMessage error={error} onRetry={refetch} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </CenteredPage>
  );
};

export default LoginPage;
