import { parentPort } from 'node:worker_threads';
import { tasks, type Done, type Job } from './tasks.ts';

const port = parentPort!;

const work = async ({ id, task, input }: Job): Promise<Done> => {
  try {
    return { id, result: await (tasks[task] as (input: unknown) => unknown)(input) };
  } catch (error) {
    return { id, error };
  }
};

port.on('message', (job: Job) => void work(job).then((done) => port.postMessage(done)));
