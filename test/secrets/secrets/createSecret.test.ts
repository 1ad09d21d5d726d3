import { testCreating } from '../../support/secret-creation.ts';

testCreating('createSecret');
