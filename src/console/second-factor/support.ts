/** Whether the browser has passkeys; apart from what uses them, which is loaded when it is needed. */
export const hasPasskeySupport = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Why no passkey can be added at the address of this page; undefined if one can. */
export const passkeyProblem = (): string | undefined => {
  if (!window.isSecureContext) return 'Browsers have passkeys only at addresses that begin with https://.';
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return 'A passkey belongs to a host name: open this page by the name of the server rather than by its IP address.';
  return hasPasskeySupport() ? undefined : 'This browser has no passkeys.';
};
