// What rotations of every kind of system promise.

/**
 * Rotates passwords in a real system that a connection leads to; adds every password that it sees to `secrets`. Rotates
 * that of the connection itself last, after which the system's root password is not valid any more.
 */
export const tryRotation = async (kind, target, { site, expectEqual, secrets }) => {
  const { app, method = 'username-and-password', credentials, type, parameters, names, canLogIn } = target.rotation;
  const expect = (what, expected, actual) => expectEqual(`${kind.name}: ${what}`, expected, actual);
  const { projectId } = site;
  const send = async (httpMethod, path, body) => {
    const response = await site.send(httpMethod, path, body);
    if (response.status !== 200) throw new Error(`${kind.name}: ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const connections = `/api/v1/app-connections/${app}`;
  const create = (password) =>
    site.send('POST', connections, {
      name: kind.name,
      method,
      projectId,
      credentials: { ...credentials, password },
    });
  const wrong = 'wrong-password-of-connection';
  expect('a connection with a wrong password is refused', 400, (await create(wrong)).status);
  const { status, body } = await create(credentials.password);
  expect('a good one is stored', 200, status);
  const { id: connectionId } = body.appConnection;
  await send('POST', `${connections}/${connectionId}/test`);

  const rotations = `/api/v2/secret-rotations/${type}`;
  const { secretRotation } = await send('POST', rotations, {
    ...{ name: kind.name, projectId, connectionId, environment: 'dev', secretPath: '/', rotationInterval: 30 },
    parameters,
    secretsMapping: names,
  });
  const nameOfUser = names.dn ?? names.username;
  const secret = async (name) => {
    const query = new URLSearchParams({ workspaceId: projectId, environment: 'dev', secretPath: '/' });
    return (await send('GET', `/api/v3/secrets/raw/${name}?${query}`)).secret.secretValue;
  };
  const read = async () => {
    const login = { username: await secret(nameOfUser), password: await secret(names.password) };
    secrets.push(login.password);
    return login;
  };
  const rotation = `${rotations}/${secretRotation.id}`;
  const first = await read();
  expect('what the secrets say logs in', true, await canLogIn(first));
  await send('POST', `${rotation}/rotate-secrets`);
  const second = await read();
  expect('a rotation writes other values', false, first.password === second.password);
  expect('they log in', true, await canLogIn(second));
  const isInPlace = first.username === second.username;
  expect('those before log in for another interval, if there are two users', !isInPlace, await canLogIn(first));
  await send('POST', `${rotation}/rotate-secrets`);
  const third = await read();
  expect('the users take turns', [first.username, true], [third.username, await canLogIn(third)]);
  expect('older values do not log in any more', false, await canLogIn(first));

  await target.stop();
  expect(
    'a rotation fails while the system is away',
    400,
    (await site.send('POST', `${rotation}/rotate-secrets`)).status,
  );
  await target.restart();
  expect('what the secrets say still logs in', true, await canLogIn(await read()));
  await send('POST', `${rotation}/rotate-secrets`);
  expect('and after the next rotation', true, await canLogIn(await read()));

  await send('POST', `${connections}/${connectionId}/rotate-credentials`);
  await send('POST', `${connections}/${connectionId}/test`);
  expect('the old password of the connection is not valid any more', 400, (await create(credentials.password)).status);
  await send('POST', `${rotation}/rotate-secrets`);
  const last = await read();
  expect('rotations go on with the new one', true, await canLogIn(last));
  await send('DELETE', `${rotation}?deleteSecrets=true&revokeGeneratedCredentials=true`);
  expect('nobody logs in after the deletion', false, await canLogIn(last));
};
