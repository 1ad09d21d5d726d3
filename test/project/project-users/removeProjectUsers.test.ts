import { testRemovingSeveral } from './removing.ts';

testRemovingSeveral('removeProjectUsers');
