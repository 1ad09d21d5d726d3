// Calls an MCP server with JSON-RPC over its standard input and output.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts the server; returns a function that calls a method, and one that stops the server. */
export const connect = async (file, env) => {
  const server = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  let last = 0;
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  });
  server.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the MCP server ended'));
  });
  const write = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      write({ id: last, method, params });
    });
  await call('initialize', {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'test-clients', version: '1' },
  });
  write({ method: 'notifications/initialized' });
  return { call, end: () => server.kill() };
};
