// Starts the PostgreSQL that all processes of `npm test` share, prints its URL, and stops it when its input ends.
import { removeScratchFolders } from './folders.ts';
import { startCluster } from './postgres.ts';

const cluster = await startCluster();
process.stdout.write(`${cluster.url}\n`);
process.stdin.resume().once('end', () => void cluster.stop().finally(removeScratchFolders));
