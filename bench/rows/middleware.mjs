// Middleware: none, three and ten around every route, in a new process and in a warm one. Each middleware counts itself in a
// header, so that a response shows how many it has passed through.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { interleave, median } from '../measure/rounds.mjs';
import { figure } from '../measure/table.mjs';
import { buildContenders, OURS } from '../peers/build.mjs';
import { checkResult, FIVE, proxyEvent } from '../peers/routes.mjs';

const COLD = fileURLToPath(new URL('../children/cold.mjs', import.meta.url));
const WARM = fileURLToPath(new URL('../children/warm.mjs', import.meta.url));
const NAMES = [
  'bare handler',
  'hono + hono/aws-lambda',
  'powertools event-handler',
  'middy + @middy/http-router',
  OURS,
];
const LAYERS = [0, 3, 10];
/** Omits the route that throws, because the frameworks differ in whether middleware sees the error response. */
const EXCHANGES = FIVE.filter(({ status }) => status === 200);

export const middleware = {
  name: 'middleware',
  summary: 'import and first request, and microseconds a request, with 0, 3 and 10 middleware',
  run: async (bench) => {
    const contenders = new Map();
    for (const layers of LAYERS) {
      const options = { directory: bench.directory, resources: 0, names: NAMES, layers };
      for (const [name, bundle] of await buildContenders(options))
        contenders.set(labelOf(name, layers), { name, bundle, layers });
    }
    const labels = [...contenders.keys()];
    const rounds = { cold: bench.isQuick ? 1 : 21, warm: bench.isQuick ? 1 : 7 };
    const cold = await interleave(rounds.cold, labels, (label) =>
      coldStart(bench, contenders.get(label)),
    );
    const warm = await interleave(rounds.warm, labels, (label) =>
      warmRun(bench, contenders.get(label)),
    );
    const of = (samples, name, layers) => median(samples.get(labelOf(name, layers)));
    // The first middleware also converts the result to a Response, which the columns show.
    const each = (name) => (of(warm, name, 10) - of(warm, name, 3)) / 7;
    return {
      title: `Middleware, four routes (${rounds.cold} cold and ${rounds.warm} warm interleaved rounds)`,
      columns: [
        '',
        ...LAYERS.map((layers) => `cold ms, ${layers}`),
        ...LAYERS.map((layers) => `warm us, ${layers}`),
        'us a further one',
      ],
      rows: NAMES.map((name) => [
        name,
        ...LAYERS.map((layers) => figure(of(cold, name, layers), 2)),
        ...LAYERS.map((layers) => figure(of(warm, name, layers), 2)),
        figure(each(name), 2),
      ]),
      figures: [
        atMost('A further middleware, warm', each(OURS), [
          0.3,
          (value) => `${figure(value, 2)} us`,
        ]),
      ],
    };
  },
};

function labelOf(name, layers) {
  return `${name}, ${layers}`;
}

async function coldStart({ node, directory }, { name, bundle, layers }) {
  const [, exchange] = EXCHANGES;
  const file = writeEvents(directory, name, proxyEvent(exchange, asked(name)));
  const { answer, ...times } = await runChild(node, [COLD, bundle, file]);
  check({ name, layers, exchange, answer });
  return times.import + times.first;
}

async function warmRun({ node, directory, isQuick }, { name, bundle, layers }) {
  // With more than ten events, the process measures only their mix.
  const exchanges = [EXCHANGES, EXCHANGES, EXCHANGES].flat();
  const events = exchanges.map((exchange) => proxyEvent(exchange, asked(name)));
  const file = writeEvents(directory, name, events);
  const counts = isQuick ? ['2', '10'] : ['600', '100'];
  const { answers, mixed } = await runChild(node, [WARM, bundle, file, ...counts]);
  answers.forEach((answer, at) => check({ name, layers, exchange: exchanges[at], answer }));
  return mixed;
}

function asked(name) {
  return { isBase64Encoded: name === OURS };
}

function writeEvents(directory, name, events) {
  const kind = Array.isArray(events) ? 'warm' : 'cold';
  const file = join(directory, `layers-${kind}-${name === OURS ? 'ours' : 'peer'}.json`);
  writeFileSync(file, JSON.stringify(events));
  return file;
}

/** Checks the response from the route, which must have passed through every middleware. */
function check({ name, layers, exchange, answer }) {
  checkResult(name, exchange, answer);
  const { headers = {}, multiValueHeaders = {} } = answer;
  const found = Object.entries({ ...headers, ...multiValueHeaders }).find(
    ([header]) => header.toLowerCase() === 'x-layers',
  );
  const passed = Number(found?.[1] ?? 0);
  if (passed !== layers) throw new Error(`${name} passed ${passed} of ${layers} middleware`);
}
