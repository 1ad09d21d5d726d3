import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoadProcess } from './load.ts';
import { scenariosOf, seed } from './scenarios.ts';
import type { Deployment } from './deployments.ts';
import { requestsIn, type Plan } from './suite.ts';

const folder = join(import.meta.dirname, 'profiles');

/** Profiles the server under each selected scenario; open the files in the browser's DevTools (Performance). */
export const profile = async (deployment: Deployment, { isWanted, connections }: Plan): Promise<string[]> => {
  const [server] = deployment.nodes;
  const load = new LoadProcess();
  const world = await seed(server, false);
  await server.ready();
  const scenarios = scenariosOf(world).filter(({ name }) => isWanted(name));
  if (scenarios.length === 0) throw new Error('no scenario matches --only');
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (const scenario of scenarios) {
    const requests = requestsIn(scenario, deployment, world, load, { connections, seconds: 5 });
    await requests.warm();
    await server.command('startProfile');
    await requests.measure();
    const file = join(folder, `${scenario.name.replace(/[^a-z\d]+/gi, '-').replace(/-$/, '')}.cpuprofile`);
    writeFileSync(file, JSON.stringify(await server.command('stopProfile')));
    files.push(file);
  }
  load.end();
  await server.stop();
  return files;
};
