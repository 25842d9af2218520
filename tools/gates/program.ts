// The parts of the sources that the gates use: the program as `main.ts` starts it, the cloud for tests, and the small
// applications.
export { runProgram } from '../../cli/program/program.js';
export { commands } from '../../cli/commands/registry.js';
export { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
export { readSmallApps } from '../../test/policy/small-apps.js';
