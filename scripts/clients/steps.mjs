// How a program written in JavaScript reports each operation: one line of JSON on standard output. Programs in other
// languages write the same lines.
const report = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const messageOf = (error) =>
  String(error?.message ?? error)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Does one operation of the client; a later operation that needs its result fails by itself. */
export const step = async (operation, run) => {
  try {
    await run();
    report({ operation });
  } catch (error) {
    report({ operation, error: messageOf(error) });
  }
};

/** An operation of a feature that this server does not have: the client has to get a clear answer. */
export const notOffered = async (operation, run) => {
  try {
    await run();
    report({ operation });
  } catch (error) {
    report({ operation, error: messageOf(error), isOffered: false });
  }
};

const shown = (value) => JSON.stringify(value);

export const equal = (actual, expected) => {
  if (shown(actual) !== shown(expected)) throw new Error(`got ${shown(actual)} instead of ${shown(expected)}`);
};

/** The client has to fail with a message that matches. */
export const fails = async (run, pattern) => {
  const error = await run().then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error === undefined) throw new Error('succeeded where it has to fail');
  if (!pattern.test(messageOf(error))) throw error;
};
