// `npm run test:vault`: installs released clients of Vault's API, unmodified, and runs each against the server that the
// tests of `sallyport import --from vault` read from, to show that it behaves as clients expect.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { startVault } from '../test/support/clients/vault-server.mjs';
import { hashOf, root } from './setup.mjs';
import { lacking, once as onceForVersion, python, pythonTools, quietly } from './tools.mjs';

const source = (name) => join(root, 'scripts', 'vault', name);
const hvac = 'hvac==2.4.0';

const clients = [
  {
    name: hvac,
    missing: () => lacking(python),
    install: () => join(pythonTools('.clients/vault-python', [hvac]), 'python'),
    args: [source('kv.py')],
  },
  {
    name: "OpenBao's Go API 2.7.1",
    missing: () => lacking(['go', 'version']),
    install: () => {
      const folder = '.clients/vault-go';
      const files = ['go.mod', 'go.sum', 'main.go'];
      onceForVersion(folder, hashOf(...files.map((file) => `scripts/vault/${file}`)), () => {
        for (const file of files) copyFileSync(source(file), join(root, folder, file));
        quietly('go', ['-C', join(root, folder), 'build', '-o', 'client', '.']);
      });
      return join(root, folder, 'client');
    },
    args: [],
  },
];

const runClient = async ({ name, missing, install, args }) => {
  const absent = missing();
  if (absent.length > 0) throw new Error(`not installed: ${absent.join(', ')}`);
  const command = install();
  const vault = await startVault({ mounts: { secret: 2, old: 1 } });
  try {
    const { role_id: KV_ROLE_ID, secret_id: KV_SECRET_ID } = vault.role;
    const env = { ...process.env, KV_URL: vault.url, KV_ROLE_ID, KV_SECRET_ID, PYTHONDONTWRITEBYTECODE: '1' };
    const child = spawn(command, args, { stdio: 'inherit', env });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`exit ${code}`);
    console.log(`ok      ${name}: ${vault.requests.length} requests`);
  } finally {
    await vault.close();
  }
};

for (const client of clients) {
  await runClient(client).catch((error) => {
    console.log(`FAILED  ${client.name}: ${error.message}`);
    process.exitCode = 1;
  });
}
