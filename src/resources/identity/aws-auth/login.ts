import type { Request } from '../../../contract.ts';
import type { PublicScope } from '../../../scope.ts';
import type { IssuedToken } from '../access-tokens/issue.ts';
import { logIn } from '../login-methods/login.ts';
import { awsAuth } from './method.ts';
import { parsePrincipal, requireAllowed } from './principal.ts';
import { readSignedRequest } from './signed-request.ts';
import { askSts } from './sts.ts';

export const login = (scope: PublicScope, body: Request<'loginWithAwsAuth'>['body']): Promise<IssuedToken> =>
  logIn(scope, awsAuth, body, async (auth) => {
    const request = readSignedRequest(body, scope.clock.now());
    const aws = parsePrincipal(await askSts(scope, auth, request));
    requireAllowed(auth, aws);
    return { metadata: { aws }, loginValues: { aws } };
  });
