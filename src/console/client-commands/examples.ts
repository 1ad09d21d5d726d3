import { curl, docker, infisicalCli } from './cli.ts';
import { githubActions, gitlabCi } from './ci.ts';
import { isMachineLogin, machineLogin } from './machine-logins.ts';
import { kubernetes } from './kubernetes.ts';
import type { Example, Place, SignIn } from './place.ts';
import { go, node, python } from './sdks.ts';

/** Where jobs and pods run; only those whose tokens are accepted. */
const platforms = (place: Place, signIn: SignIn): readonly Example[] => {
  if (signIn.method === 'kubernetes-auth') return [kubernetes(place, signIn)];
  if (isMachineLogin(signIn)) return [];
  if (signIn.method !== 'oidc-auth') return [githubActions(place, signIn), kubernetes(place, signIn)];
  const all = {
    github: githubActions(place, signIn),
    gitlab: gitlabCi(place, signIn),
    kubernetes: kubernetes(place, signIn),
  };
  return signIn.provider === 'own' ? Object.values(all) : [all[signIn.provider]];
};

const canLogIn = (client: 'node' | 'python' | 'go' | 'curl', signIn: SignIn): boolean =>
  !isMachineLogin(signIn) || machineLogin(signIn)[client] !== undefined;

/** Ways to read the secrets of an environment. */
export const examplesOf = (place: Place, signIn: SignIn): readonly Example[] => [
  // Without anything to install, for whoever tries the first token.
  ...(signIn.method === 'token-auth' ? [curl(place, signIn)] : []),
  infisicalCli(place, signIn),
  ...(canLogIn('node', signIn) ? [node(place, signIn)] : []),
  ...(canLogIn('python', signIn) ? [python(place, signIn)] : []),
  ...(canLogIn('go', signIn) ? [go(place, signIn)] : []),
  ...platforms(place, signIn),
  ...(signIn.method === 'token-auth' ? [docker(place)] : canLogIn('curl', signIn) ? [curl(place, signIn)] : []),
];
