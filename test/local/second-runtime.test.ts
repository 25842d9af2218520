// `framework local` with a package that has its own copy of the framework: one runtime serves, as in a bundle.
import { expect, test } from 'vitest';
import { ANSWERS, projectWithTwo } from '../support/second-runtime.js';
import { send } from './support/client.js';
import { serve } from './support/served-project.js';

test('it answers as it is deployed', async () => {
  const served = await serve(projectWithTwo());
  try {
    for (const [route, answer] of Object.entries(ANSWERS)) {
      const path = route.replace('GET ', '').replace('{shop}', 'north').replace('{id}', '7');
      const { status, text } = await send(served.port, { path });
      expect(`${status} ${text}`).toBe(answer);
    }
  } finally {
    await served.stop();
  }
});
