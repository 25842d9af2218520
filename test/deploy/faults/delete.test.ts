// The fault matrix of a delete.
import { testFailedCalls } from './failed-calls.js';
import { DELETE } from './operations.js';

testFailedCalls(DELETE);
