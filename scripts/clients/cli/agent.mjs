// The configuration of an agent that ends after its login.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes it, and returns its path: JSON is YAML, too. `config` and `more` are the login and the rest. */
export const agentConfig = (folder, { address, type, config = {}, ...more }) => {
  const file = join(folder, 'agent.yaml');
  const infisical = { address, 'exit-after-auth': true };
  const token = join(folder, 'agent-token');
  // It would renew the token of an earlier login.
  rmSync(token, { force: true });
  const sinks = [{ type: 'file', config: { path: token } }];
  writeFileSync(file, JSON.stringify({ infisical, auth: { type, config }, sinks, ...more }));
  return file;
};
