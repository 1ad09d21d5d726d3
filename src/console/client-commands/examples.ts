import { curl, docker, infisicalCli } from './cli.ts';
import { githubActions, gitlabCi } from './ci.ts';
import { kubernetes } from './kubernetes.ts';
import type { Example, Place, SignIn } from './place.ts';
import { go, node, python } from './sdks.ts';

/** Ways to read the secrets of an environment. */
export const examplesOf = (place: Place, signIn: SignIn): readonly Example[] => [
  infisicalCli(place, signIn),
  node(place, signIn),
  python(place, signIn),
  go(place, signIn),
  githubActions(place, signIn),
  ...(signIn.method === 'oidc-auth' ? [gitlabCi(place, signIn)] : []),
  kubernetes(place, signIn),
  ...(signIn.method === 'token-auth' ? [docker(place)] : []),
  curl(place, signIn),
];
