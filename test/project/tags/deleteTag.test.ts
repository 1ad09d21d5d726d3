import { testDeleting } from '../../support/tag-suites.ts';
import { projectTags } from '../../support/tags.ts';

testDeleting(projectTags);
