import { setTimeout } from 'node:timers/promises';
import { StartError } from '../platform/errors.ts';
import { hasBrowser, openPage } from './browser.ts';
import { listenForLogin, tokenIn } from './login-listener.ts';
import { askSecret, isInteractive, note } from './terminal.ts';

const patienceMs = 600_000;

/** Asks for the code that the page shows if it cannot reach this program. */
const askCode = async (signal: AbortSignal): Promise<string> => {
  const code = await askSecret('If the page shows a code, paste it here: ', signal);
  const token = tokenIn(Buffer.from(code.trim(), 'base64').toString());
  if (token === undefined) throw new StartError('That is not the code of the login page.');
  return token;
};

/** Logs in on the login page of the server, and returns the token of the session that it hands over. */
export const logInWithBrowser = async (url: string, { opensPage }: { opensPage: boolean }): Promise<string> => {
  const listener = await listenForLogin(new URL(url).origin);
  const ending = new AbortController();
  const address = `${url}/login?callback_port=${listener.port}`;
  note(`Log in on this page:\n\n  ${address}\n`);
  if (opensPage && hasBrowser()) openPage(address);
  const timeout = setTimeout(patienceMs, undefined, { signal: ending.signal }).then(() => {
    throw new StartError('Nobody logged in within ten minutes.');
  });
  try {
    return await Promise.race([listener.token, timeout, ...(isInteractive() ? [askCode(ending.signal)] : [])]);
  } finally {
    ending.abort();
    listener.close();
  }
};
