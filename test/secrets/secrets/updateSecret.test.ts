import { testUpdating } from '../../support/secret-changes.ts';

testUpdating('updateSecret');
