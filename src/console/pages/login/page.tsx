import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Redirect, useRoute, useSearch } from 'wouter';
import { publicApi, useSession } from '../../api/session.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { CenteredPage } from '../../layout/centered-page.tsx';
import { portIn } from '../../login/cli.ts';
import { CliHandover } from '../../login/cli-handover.tsx';
import { LinkQuestion } from '../../login/link-question.tsx';
import { loginOf } from '../../login/login.ts';
import { LoginForm } from '../../login/login-form.tsx';
import { ownAddress } from '../../login/own-address.ts';
import { ReplaceSession } from '../../login/replace-session.tsx';
import { forgetAddress, rememberedAddress } from '../../login/return-address.ts';
import { SignOnNotice, SingleSignOn } from '../../login/single-sign-on.tsx';
import { paths } from '../../paths.ts';

/** Whether the server is new; and the login of somebody who left before choosing an organization. */
const prepare = async (token: string | undefined) => {
  const { config } = await publicApi.GET('/api/v1/admin/config');
  const { initialized, defaultAuthOrgSlug } = config;
  return { isNew: !initialized, defaultAuthOrgSlug, login: token ? await loginOf(token) : undefined };
};

const LoginPage = () => {
  const { status, login, challenge, question } = useSession();
  const search = useSearch();
  const port = portIn(search);
  const [isBack] = useRoute(paths.selectOrganization);
  const [returnAddress] = useState(() => (isBack ? rememberedAddress() : '/'));
  useEffect(() => {
    // Not earlier: the page is mounted anew when the session begins.
    if (status === 'signed-in') forgetAddress();
  }, [status]);
  const { data, error, refetch } = useQuery({
    queryKey: ['login', login],
    queryFn: () => prepare(login),
    enabled: status === 'signed-out' && !question,
    gcTime: 0,
  });

  if (question)
    return (
      <CenteredPage title="You are signed in already">
        <ReplaceSession question={question} />
      </CenteredPage>
    );
  if (status === 'signed-in' && new URLSearchParams(search).get('link') === 'sso')
    return (
      <CenteredPage title="Link single sign-on">
        <LinkQuestion>
          <Redirect to={port === undefined ? '/' : `/login?callback_port=${port}`} replace />
        </LinkQuestion>
      </CenteredPage>
    );
  if (status === 'signed-in' && port !== undefined)
    return (
      <CenteredPage title="Sign in to the CLI">
        <CliHandover port={port} />
      </CenteredPage>
    );
  if (status === 'signed-in') {
    const next = new URLSearchParams(search).get('next');
    return <Redirect to={next === null ? returnAddress : ownAddress(next)} replace />;
  }
  if (data?.isNew) return <Redirect to="/setup" replace />;
  return (
    <CenteredPage title="Sign in">
      <SignOnNotice search={search} />
      {challenge ? (
        <LoginForm />
      ) : data ? (
        <LoginForm initial={data.login} others={<SingleSignOn search={search} defaultSlug={data.defaultAuthOrgSlug} />}>
          <Anchor component={Link} href="/account-recovery" size="sm">
            Forgot password?
          </Anchor>
        </LoginForm>
      ) : (
        <NotLoaded error={error} onRetry={refetch} rows={3} />
      )}
    </CenteredPage>
  );
};

export default LoginPage;
