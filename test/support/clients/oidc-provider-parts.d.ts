// Two modules of oidc-provider without types of their own.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';
  export const createMemoryAdapter: () => AdapterFactory;
}
