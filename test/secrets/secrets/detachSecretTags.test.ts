import { testRetagging } from '../../support/secret-tagging.ts';

testRetagging('detachSecretTags');
