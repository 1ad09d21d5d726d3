import { ownAddress } from './own-address.ts';

const key = 'return-address';

/** Remembers in this tab which page to come back to: what leads to a provider and back contains no address. */
export const rememberAddress = (): void =>
  sessionStorage.setItem(key, `${location.pathname}${location.search}${location.hash}`);

/** The remembered page of this site. */
export const rememberedAddress = (): string => ownAddress(sessionStorage.getItem(key));

export const forgetAddress = (): void => sessionStorage.removeItem(key);
