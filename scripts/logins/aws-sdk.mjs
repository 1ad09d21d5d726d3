// Logs in with AWS auth by the Node SDK.
import { InfisicalSDK } from '@infisical/sdk';

const [, , siteUrl, identityId] = process.argv;
try {
  await new InfisicalSDK({ siteUrl }).auth().awsIamAuth.login({ identityId });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
