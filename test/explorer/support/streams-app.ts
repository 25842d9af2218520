// An application whose views stream.
export const STREAMS_APP = `import { setTimeout } from 'node:timers/promises';
import { Framework, sse } from 'framework';
export const app = new Framework({ appName: 'shop' });
class Views {
  @app.route('/ticks')
  async *ticks() {
    for (let tick = 1; tick < 600; tick++) {
      yield sse({ tick }, { event: 'tick' });
      await setTimeout(100);
    }
  }
  @app.route('/late')
  async *late() {
    await setTimeout(60_000);
    yield 'late';
  }
  @app.route('/lines')
  async *lines() {
    yield { id: 1 };
    yield { id: 2 };
  }
}
`;
