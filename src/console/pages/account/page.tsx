import { api } from '../../api/client.ts';
import { Page } from '../../components/page.tsx';
import { Appearance } from './appearance.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { Profile } from './profile.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

const AccountPage = () => {
  const { data, error } = api.useQuery('get', '/api/v2/users/me/sessions');
  const isSignOn = data?.find(({ isCurrent }) => isCurrent)?.authMethod === 'oidc';
  const isKnown = data !== undefined || error !== null;
  return (
    <Page isNarrow title="Account">
      <Profile />
      {isKnown && !isSignOn && <ChangePassword />}
      {isKnown && <SecondFactor isSignOn={isSignOn} />}
      {isKnown && !isSignOn && <Passkeys />}
      <Sessions />
      <Appearance />
    </Page>
  );
};

export default AccountPage;
