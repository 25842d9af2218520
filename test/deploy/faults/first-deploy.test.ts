// The fault matrix of a first deploy.
import { testFailedCalls } from './failed-calls.js';
import { FIRST_DEPLOY } from './operations.js';

testFailedCalls(FIRST_DEPLOY);
