// The conformance table on `framework local`: with sockets, the worker and the built bundle between the request and the view.
import { fileURLToPath } from 'node:url';
import { runConformance } from '../conformance/run-conformance.js';
import { send } from './support/client.js';
import { serve } from './support/served-project.js';

runConformance({
  name: 'framework local',
  isCostly: true,
  open: async (app) => {
    const directory = fileURLToPath(new URL(`../conformance/${app}`, import.meta.url));
    const served = await serve(directory, { args: ['--no-reload'] });
    return {
      request: (request) => send(served.port, request),
      close: async () => {
        await served.stop();
      },
    };
  },
});
