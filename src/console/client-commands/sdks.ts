import { credentialsOf, isMachineLogin, machineLogin } from './machine-logins.ts';
import type { Example, Place, SignIn } from './place.ts';

const nodeClient = ({ site }: Place, signIn: SignIn): string => {
  const sdk = `new InfisicalSDK({ siteUrl: '${site}' })`;
  if (signIn.method === 'token-auth') return `const client = ${sdk}.auth().accessToken(process.env.INFISICAL_TOKEN);`;
  if (signIn.method === 'universal-auth')
    return `const client = await ${sdk}.auth().universalAuth.login({
  clientId: process.env.INFISICAL_CLIENT_ID,
  clientSecret: process.env.INFISICAL_CLIENT_SECRET,
});`;
  if (isMachineLogin(signIn))
    return `const client = await ${sdk}.auth().${machineLogin(signIn).node!(credentialsOf(signIn))};`;
  return `const login = await fetch('${site}/api/v1/auth/oidc-auth/login', {
  method: 'POST',
  body: new URLSearchParams({ identityId: '${signIn.identityId}', jwt: process.env.ID_TOKEN }),
});
if (!login.ok) throw new Error(await login.text());
const { accessToken } = await login.json();
const client = ${sdk}.auth().accessToken(accessToken);`;
};

export const node = (place: Place, signIn: SignIn): Example => ({
  title: 'Node.js',
  about: 'With the package @infisical/sdk, in a file with the ending .mjs.',
  command: `import { InfisicalSDK } from '@infisical/sdk';

${nodeClient(place, signIn)}
const { secrets } = await client.secrets().listSecrets({
  projectId: '${place.projectId}',
  environment: '${place.environment}',
});
console.log(secrets.map(({ secretKey }) => secretKey));`,
});

const pythonLogin = (signIn: SignIn): string => {
  const variable = (name: string): string => `os.environ["${name}"]`;
  if (signIn.method === 'token-auth') return `client.auth.token_auth.login(${variable('INFISICAL_TOKEN')})`;
  if (signIn.method === 'universal-auth')
    return `client.auth.universal_auth.login(${variable('INFISICAL_CLIENT_ID')}, ${variable('INFISICAL_CLIENT_SECRET')})`;
  if (isMachineLogin(signIn)) return `client.auth.${machineLogin(signIn).python!(credentialsOf(signIn))}`;
  return `client.auth.oidc_auth.login("${signIn.identityId}", ${variable('ID_TOKEN')})`;
};

/** The line that imports a module, if the code uses it: Go refuses others. */
const importIfUsed = (line: string, code: string): string => (code.includes('os.') ? `${line}\n` : '');

const pythonProgram = ({ site, projectId, environment }: Place, login: string): string =>
  `${importIfUsed('import os', login)}from infisical_sdk import InfisicalSDKClient

client = InfisicalSDKClient(host="${site}")
${login}
secrets = client.secrets.list_secrets(
    project_id="${projectId}", environment_slug="${environment}", secret_path="/"
).secrets
print([secret.secretKey for secret in secrets])`;

export const python = (place: Place, signIn: SignIn): Example => ({
  title: 'Python',
  about: 'With the package infisicalsdk.',
  command: pythonProgram(place, pythonLogin(signIn)),
});

const goLogin = (signIn: SignIn): string => {
  if (signIn.method === 'token-auth') return `	client.Auth().SetAccessToken(os.Getenv("INFISICAL_TOKEN"))`;
  const call =
    signIn.method === 'universal-auth'
      ? 'UniversalAuthLogin(os.Getenv("INFISICAL_CLIENT_ID"), os.Getenv("INFISICAL_CLIENT_SECRET"))'
      : signIn.method === 'oidc-auth'
        ? `OidcAuthLogin("${signIn.identityId}", os.Getenv("ID_TOKEN"))`
        : machineLogin(signIn).go!(credentialsOf(signIn));
  return `	if _, err := client.Auth().${call}; err != nil {
		log.Fatal(err)
	}`;
};

const goProgram = ({ site, projectId, environment }: Place, login: string): string => `package main

import (
	"context"
	"fmt"
	"log"
${importIfUsed('	"os"', login)}
	infisical "github.com/infisical/go-sdk"
)

func main() {
	client := infisical.NewInfisicalClient(context.Background(), infisical.Config{SiteUrl: "${site}"})
${login}
	secrets, err := client.Secrets().List(infisical.ListSecretsOptions{
		ProjectID: "${projectId}", Environment: "${environment}", SecretPath: "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(secrets), "secrets")
}`;

export const go = (place: Place, signIn: SignIn): Example => ({
  title: 'Go',
  about: 'With the module github.com/infisical/go-sdk.',
  command: goProgram(place, goLogin(signIn)),
});
