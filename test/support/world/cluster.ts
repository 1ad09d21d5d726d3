// Starts the PostgreSQL that the runs of `npm test` share, says where it is, and stops it when its input ends.
import { removeScratchFolders } from './folders.ts';
import { startCluster } from './postgres.ts';

const cluster = await startCluster();
process.stdout.write(`${cluster.url}\n`);
process.stdin.resume().once('end', () => void cluster.stop().finally(removeScratchFolders));
