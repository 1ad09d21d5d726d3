import { Stack } from '@mantine/core';
import { Page } from '../../components/page.tsx';
import { Appearance } from './appearance.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { Profile } from './profile.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

const AccountPage = () => (
  <Page title="Account">
    <Stack maw={720}>
      <Profile />
      <ChangePassword />
      <SecondFactor />
      <Passkeys />
      <Sessions />
      <Appearance />
    </Stack>
  </Page>
);

export default AccountPage;
