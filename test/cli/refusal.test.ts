import { expect } from 'chai';
import { describeErrorResponse } from '../../src/cli/refusal.ts';

describe('a refusal on the command line', () => {
  it('says how to sign in again when a command needs a recent sign-in', () => {
    expect(describeErrorResponse(403, 'Confirm your password with POST ...', 'ReauthenticationRequired'))
      .to.match(/^The server refused \(403\): This needs a sign-in within the last ten minutes\./)
      .and.include('sallyport login --email');
    expect(describeErrorResponse(403, 'You are not allowed.', 'PermissionDenied')).to.equal(
      'The server refused (403): You are not allowed.',
    );
  });
});
