import { testAdding } from './adding.ts';

testAdding('addProjectUsers');
