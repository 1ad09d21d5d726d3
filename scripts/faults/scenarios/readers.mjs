// Clients that request much and read nothing. The server stays below 400 MB, disconnects them after ten seconds or
// refuses them, and other clients are not affected.
import { measure } from '../measure.mjs';
import { pause } from '../processes.mjs';
import { getRequest, isClosedWithin, openMany } from '../sockets.mjs';
import { newProject, startTarget } from '../target.mjs';

/** A list of 7.2 MB. */
const newLargeList = async ({ call }) => {
  const projectId = await newProject(call, 'Large');
  const folder = { projectId, environment: 'dev' };
  for (let index = 0; index < 7; index += 1)
    await call('POST', `/api/v4/secrets/LARGE_${index}`, { ...folder, secretValue: 'x'.repeat(1_028_000) });
  return `/api/v4/secrets?projectId=${projectId}&environment=dev`;
};

/** Longer than the ten seconds after which a client that reads nothing is disconnected. */
const holdMs = 20_000;

/** More bytes than ten refusals have, and less than a list. */
const refusalBytes = 100_000;

const readNothing = (connections, requestsEach) => async () => {
  const target = await startTarget();
  try {
    const request = getRequest(await newLargeList(target), target.token);
    const attack = async () => {
      const sockets = await openMany(target.url, connections);
      for (const socket of sockets) socket.pause().write(request.repeat(requestsEach));
      await pause(holdMs);
      const ends = await Promise.all(sockets.map((socket) => isClosedWithin(socket, 5000)));
      return ends.map(({ isClosed, bytes }) =>
        isClosed ? 'cut off' : bytes < refusalBytes ? 'refused' : 'still open',
      );
    };
    return await measure(target, attack, { hasMemoryAim: true, accepts: (answer) => answer !== 'still open' });
  } finally {
    await target.kill();
  }
};

export const scenarios = [
  { name: 'clients that read nothing', on: 'sqlite', run: readNothing(200, 1) },
  { name: 'clients that read nothing, ten requests each', on: 'sqlite', run: readNothing(100, 10) },
];
