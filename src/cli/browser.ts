import { spawn } from 'node:child_process';

const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether there is a screen that a browser can be on. */
export const hasBrowser = (): boolean =>
  process.platform in programs || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/** Opens the page if it can; the address has to be printed in any case. */
export const openPage = (address: string): void => {
  const [program, ...args] = programs[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined).unref();
};
