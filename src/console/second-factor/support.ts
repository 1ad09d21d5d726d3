/** Whether the browser has passkeys; apart from what uses them, which is loaded when it is needed. */
export const hasPasskeySupport = (): boolean => typeof window.PublicKeyCredential === 'function';
