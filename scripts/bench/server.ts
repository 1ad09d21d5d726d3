import { pause, startMeasured, type Measured } from './processes.ts';
import type { Runtime } from './runtime.ts';

export interface Server extends Measured {
  /** Sends a request that must succeed. */
  call(method: string, path: string, token: string, body?: object): Promise<any>;
  /** Resolves when all validators are compiled. */
  ready(): Promise<void>;
}

/** Starts the built server as a child process on a free port, with the default settings: audit, log, validation. */
export const startServer = async (
  { node, program }: Runtime,
  environment: Readonly<Record<string, string>>,
): Promise<Server> => {
  const measured = await startMeasured(node, [program, 'serve'], { PORT: '0', ...environment });
  const { url } = measured;
  const call = async (method: string, path: string, token: string, body?: object): Promise<any> => {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const parsed: unknown = await response.json();
    if (response.status !== 200)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(parsed).slice(0, 500)}`);
    return parsed;
  };
  const ready = async (): Promise<void> => {
    while ((await fetch(`${url}/readyz`)).status !== 200) await pause(200);
  };
  return { ...measured, call, ready };
};
