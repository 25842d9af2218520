// The child process or thread of run-package.ts: reads calls from stdin, or receives them at its start, makes them one after
// another, and prints the results on one line.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isMainThread, workerData } from 'node:worker_threads';

const calls = JSON.parse(isMainThread ? readFileSync(0, 'utf8') : workerData);
const bundle = await import(pathToFileURL(process.argv[2]).href);
const answers = { exports: Object.keys(bundle).sort().join(' ') };

for (const [call, input] of Object.entries(calls)) {
  const [method, resource] = call.split(' ');
  if (resource === undefined) {
    answers[call] = await bundle[call](input, {}).then(JSON.stringify, (error) => error.stack);
    continue;
  }
  const path = resource.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input?.[name]));
  const event = {
    resource,
    path,
    httpMethod: method,
    headers: typeof input === 'string' ? { 'Content-Type': 'text/plain' } : {},
    multiValueHeaders: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: input !== null && typeof input === 'object' ? input : null,
    stageVariables: null,
    requestContext: { httpMethod: method, resourcePath: resource, identity: {}, stage: 'api' },
    body: typeof input === 'string' ? input : null,
    isBase64Encoded: false,
  };
  const { statusCode, body, isBase64Encoded } = await bundle.handler(event, {});
  answers[call] = `${statusCode} ${isBase64Encoded ? Buffer.from(body, 'base64') : body}`;
}
process.stdout.write(`\nANSWERS ${JSON.stringify(answers)}\n`);
