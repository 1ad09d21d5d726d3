declare module '*.css';

interface Window {
  /** The nonce that the Content-Security-Policy of this page allows for style elements. */
  styleNonce?: string | undefined;
}
