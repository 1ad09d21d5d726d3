import { Modal } from '@mantine/core';
import { LoginForm } from './login-form.tsx';

/** The login over the page that somebody was working on, which stays as it is. */
export const InterruptedSession = ({ isChallenge }: { isChallenge: boolean }) => (
  <Modal
    opened
    onClose={() => undefined}
    withCloseButton={false}
    zIndex={1000}
    title={isChallenge ? 'Your second factor is needed' : 'Your session has ended'}
    overlayProps={{ blur: 6, backgroundOpacity: 0.7 }}
  >
    <LoginForm />
  </Modal>
);
