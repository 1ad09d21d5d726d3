import { testGettingById } from '../../support/secret-by-id.ts';

testGettingById('getRawSecretById');
