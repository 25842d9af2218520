// The fault matrix of a redeploy.
import { testFailedCalls } from './failed-calls.js';
import { REDEPLOY } from './operations.js';

testFailedCalls(REDEPLOY);
