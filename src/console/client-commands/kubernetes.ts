import { loginCommand, options, runCommand } from './cli.ts';
import { ownTokenFile } from './machine-logins.ts';
import type { Example, Place, SignIn } from './place.ts';

const operatorLogin = `universalAuth:
      credentialsRef:
        secretName: sallyport-login
        secretNamespace: default`;

const serviceAccountLogin = (identityId: string, audience: string): string => `kubernetesAuth:
      identityId: ${identityId}
      autoCreateServiceAccountToken: true
      serviceAccountRef:
        name: your-service-account
        namespace: your-namespace${audience === '' ? '' : `\n      serviceAccountTokenAudiences: [${JSON.stringify(audience)}]`}`;

const resource = ({ site, projectSlug, environment }: Place, login: string): string => `kubectl apply -f - <<END
apiVersion: secrets.infisical.com/v1alpha1
kind: InfisicalSecret
metadata:
  name: ${projectSlug}-${environment}
  namespace: default
spec:
  hostAPI: ${site}/api
  authentication:
    ${login}
      secretsScope:
        projectSlug: ${projectSlug}
        envSlug: ${environment}
        secretsPath: /
  managedKubeSecretReferences:
    - secretName: ${projectSlug}-${environment}
      secretNamespace: default
END`;

const withOperator = (place: Place): string => `kubectl create secret generic sallyport-login --namespace default \\
  --from-literal=clientId="$INFISICAL_CLIENT_ID" --from-literal=clientSecret="$INFISICAL_CLIENT_SECRET"
${resource(place, operatorLogin)}`;

const withServiceAccount = (place: Place, signIn: Extract<SignIn, { method: 'oidc-auth' }>): string => `spec:
  serviceAccountName: your-service-account
  containers:
    - name: your-program
      image: your-image-with-the-infisical-cli
      command:
        - sh
        - -c
        - |
          export INFISICAL_TOKEN="$(${loginCommand(place, signIn, `$(cat ${ownTokenFile})`)})"
          ${runCommand(place)}
      volumeMounts:
        - name: sallyport
          mountPath: /var/run/secrets/sallyport
  volumes:
    - name: sallyport
      projected:
        sources:
          - serviceAccountToken:
              path: token
              audience: ${signIn.audience === '' ? place.site : signIn.audience}
              expirationSeconds: 600`;

const withToken = (place: Place): string => `kubectl create secret generic sallyport-login \\
  --from-literal=INFISICAL_TOKEN="$INFISICAL_TOKEN"
kubectl run sallyport --rm -i --restart=Never --image=infisical/cli --overrides='{
  "spec": { "containers": [{ "name": "sallyport", "image": "infisical/cli",
    "args": ${JSON.stringify(['export', ...options(place).split(' ')])},
    "envFrom": [{ "secretRef": { "name": "sallyport-login" } }] }] } }'`;

export const kubernetes = (place: Place, signIn: SignIn): Example => {
  const title = 'Kubernetes';
  if (signIn.method === 'universal-auth')
    return {
      title,
      about: 'With the Infisical operator, which keeps a Secret of the cluster up to date.',
      command: withOperator(place),
    };
  if (signIn.method === 'kubernetes-auth')
    return {
      title,
      about: 'With the Infisical operator, which signs in with the token of a service account; nothing is stored.',
      command: resource(place, serviceAccountLogin(signIn.identityId, signIn.audience)),
    };
  if (signIn.method === 'oidc-auth')
    return {
      title,
      about: 'A pod that signs in with the token of its service account; nothing is stored in the cluster.',
      command: withServiceAccount(place, signIn),
    };
  return { title, about: 'A pod that reads the secrets with the token.', command: withToken(place) };
};
