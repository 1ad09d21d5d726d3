// Reports each operation of a JavaScript client program as one line of JSON on standard output. Programs in other
// languages write the same lines.
const report = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const messageOf = (error) =>
  String(error?.message ?? error)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Runs one operation of the client. After a failure the program continues: operations that need its result fail too. */
export const step = async (operation, run) => {
  try {
    await run();
    report({ operation });
  } catch (error) {
    report({ operation, error: messageOf(error) });
  }
};

/** Runs an operation of a feature that the server does not have: the client must report that it was not found. */
export const notOffered = async (operation, run) => {
  try {
    await run();
    report({ operation });
  } catch (error) {
    report({ operation, error: messageOf(error), isOffered: false });
  }
};

const toText = (value) => JSON.stringify(value);

export const equal = (actual, expected) => {
  if (toText(actual) !== toText(expected)) throw new Error(`got ${toText(actual)} instead of ${toText(expected)}`);
};

/** Expects the client to fail with a message that matches. */
export const fails = async (run, pattern) => {
  const error = await run().then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error === undefined) throw new Error('succeeded, but should have failed');
  if (!pattern.test(messageOf(error))) throw error;
};
