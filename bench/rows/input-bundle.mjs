// Typed input in a bundle: the bytes that one rich body adds to five routes, and the time that ten inputs add to a cold start.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { runChild, runToEnd } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { interleave, median, spread } from '../measure/rounds.mjs';
import { figure } from '../measure/table.mjs';
import { GOOD, RICH_TYPES } from '../peers/bodies.mjs';
import { BUILT_HANDLER, CLI } from '../peers/build.mjs';
import { proxyEvent } from '../peers/routes.mjs';

const CHILD = fileURLToPath(new URL('../children/cold.mjs', import.meta.url));
const INPUTS = 10;

/** The numbers of views and of views with a typed rich body. The other views read the body unchecked. */
const APPS = new Map([
  ['five routes, bodies are read unchecked', [5, 0]],
  ['one of them takes a rich body', [5, 1]],
  ['ten routes, bodies are read unchecked', [INPUTS, 0]],
  ['each of them takes a rich body', [INPUTS, INPUTS]],
]);
const [FIVE, ONE_OF_FIVE, TEN, ALL_OF_TEN] = [...APPS.keys()];

export const inputBundle = {
  name: 'input-bundle',
  summary: 'what typed input adds to a bundle and to a cold start',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 41;
    const bundles = new Map();
    for (const [name, counts] of APPS)
      bundles.set(name, await build(join(directory, `input-${counts.join('-')}`), counts));
    const event = join(directory, 'input-event.json');
    const request = { method: 'POST', route: '/r0', path: '/r0', captures: null, body: GOOD };
    writeFileSync(event, JSON.stringify(proxyEvent(request, { isBase64Encoded: true })));
    const samples = await interleave(rounds, [...APPS.keys()], async (name) => {
      const { answer, ...times } = await runChild(node, [CHILD, bundles.get(name), event]);
      if (answer.statusCode !== 200) throw new Error(`${name} answers ${JSON.stringify(answer)}`);
      return times.import + times.first;
    });
    const gzip = (name) => gzipSync(readFileSync(bundles.get(name)), { level: 9 }).length;
    const cold = (name) => median(samples.get(name));
    return {
      title: `Typed input in a bundle (${rounds} interleaved runs)`,
      columns: ['', 'gzip B', 'cold start ms', 'IQR'],
      rows: [...APPS.keys()].map((name) => [
        name,
        figure(gzip(name)),
        figure(cold(name), 2),
        figure(spread(samples.get(name)), 2),
      ]),
      figures: [
        atMost('One rich body in five routes, gzip', gzip(ONE_OF_FIVE) - gzip(FIVE), [
          1000,
          (value) => `${figure(value)} B`,
        ]),
        atMost('Ten inputs, cold start', cold(ALL_OF_TEN) - cold(TEN), [
          0.3,
          (value) => `${figure(value, 2)} ms`,
        ]),
      ],
    };
  },
};

async function build(project, [routes, typed]) {
  mkdirSync(project, { recursive: true });
  const views = Array.from({ length: routes }, (_, at) => viewOf(at, at < typed));
  writeFileSync(
    join(project, 'app.ts'),
    `import { Framework, type Int, type List, type Text } from 'framework';
export const app = new Framework({ appName: 'inputs' });
${RICH_TYPES}
export class Views {
${views.join('')}}
`,
  );
  await runToEnd(process.execPath, [CLI, 'build', '--project-dir', project]);
  return join(project, BUILT_HANDLER);
}

function viewOf(at, isTyped) {
  const route = `@app.route('/r${at}', { methods: ['POST'] })`;
  return isTyped
    ? `  ${route} make${at}(body: Order & { n${at}?: Int }) { return body.name; }\n`
    : `  ${route} make${at}() { return (app.currentRequest.jsonBody as Order).name; }\n`;
}
