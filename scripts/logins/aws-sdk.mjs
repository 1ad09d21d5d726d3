// Logs in with AWS auth by the Node SDK; prints `logged in`, or the status of the refusal.
import { InfisicalSDK } from '@infisical/sdk';

const [, , siteUrl, identityId] = process.argv;
try {
  await new InfisicalSDK({ siteUrl }).auth().awsIamAuth.login({ identityId });
  console.log('logged in');
} catch (error) {
  console.log(/\b(4\d\d|5\d\d)\b/.exec(error.message)?.[1] ?? error.message);
}
