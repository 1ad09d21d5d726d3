import { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { createLog, flushLog, type Log } from '../platform/log.ts';
import { limitHeapGrowth } from '../platform/memory.ts';
import { announce, startFacts } from './announcement.ts';
import { describeSettings, withSettings } from './settings-options.ts';
import { runWorker, workerNumber } from './worker.ts';

/** Resolves on SIGINT or SIGTERM, so that pending requests can be finished; exits on the second signal. */
const untilSignalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve();
        process.once(signal, () => process.exit(130));
      });
    }
  });

/** Stops the server when a signal arrives. */
const serveUntil = async (signalled: Promise<void>, log: Log, stop: () => Promise<void>): Promise<void> => {
  await signalled;
  log.info('draining');
  await stop();
  log.info('stopped');
};

const serveAlone = async (config: Config, log: Log, signalled: Promise<void>): Promise<void> => {
  const { startServer } = await import('../main.ts');
  limitHeapGrowth();
  const server = await startServer(config, log);
  const facts = await startFacts(server);
  await flushLog(log);
  announce(config, facts);
  await serveUntil(signalled, log, () => server.stop());
};

const serveWithWorkers = async (config: Config, log: Log, signalled: Promise<void>): Promise<void> => {
  const { startWorkers } = await import('./primary.ts');
  const server = await startWorkers(config, log);
  await flushLog(log);
  announce(config, server.facts);
  await serveUntil(signalled, log, () => server.stop());
};

const serve = async (config: Config): Promise<void> => {
  const worker = workerNumber();
  if (worker !== undefined) return runWorker(config, worker);
  const log = createLog(config.logLevel, config.logFormat);
  return (config.workers === 1 ? serveAlone : serveWithWorkers)(config, log, untilSignalled());
};

export const serveCommand = (): Command =>
  withSettings(new Command('serve'))
    .option('--port <number>', 'the port to listen on; instead of PORT')
    .addHelpText('after', ({ command }) => describeSettings(command))
    .addHelpText('after', '\nExample: sallyport serve --port 8080 --data-dir data')
    .action(() => serve(readConfig(process.env)));
