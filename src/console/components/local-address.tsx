import { Alert } from '@mantine/core';

/** Whether an address leads to the machine that opens it, and so to no other one. */
const isLoopback = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/** Says that an address is of no use to others; nothing if it is. */
export const LocalAddressNote = ({ address }: { address: string | undefined }) =>
  address !== undefined &&
  isLoopback(address) && (
    <Alert color="yellow" variant="light">
      <b>This works on this machine only.</b> {new URL(address).origin} leads every other machine to itself: set
      SITE_URL to the address at which others reach this server, restart it, and open this page there.
    </Alert>
  );
