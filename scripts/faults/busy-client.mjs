// A process of its own with many connections, each of which asks again as soon as it is answered, until the process is
// killed.
import { Connection } from './connection.mjs';

const main = async ({ url, token, path, connections }) => {
  let answered = 0;
  const keepBusy = async () => {
    const connection = new Connection();
    for (;;)
      if (
        await connection.send(url, token, 'GET', path).then(
          () => true,
          () => false,
        )
      )
        if ((answered += 1) === connections) process.send({ isBusy: true });
  };
  await Promise.all(Array.from({ length: connections }, keepBusy));
};

process.once('message', (order) => void main(order));
