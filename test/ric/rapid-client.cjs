// Replaces `rapid-client.node`, the compiled part of AWS's runtime interface client, with three calls over HTTP. With this
// file, AWS's own JavaScript runs unchanged, on any platform and without a compiler. Preloaded with --require.
const Module = require('node:module');
const http = require('node:http');

const [hostname, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
// With Lambda Managed Instances, several events are requested while others are still being processed.
const isMulti = process.env.AWS_LAMBDA_MAX_CONCURRENCY !== undefined;
const agent = new http.Agent({ keepAlive: true, maxSockets: isMulti ? Infinity : 1 });

function call({ method, path, body, headers = {} }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { hostname, port, method, agent, headers: { ...length, ...headers } };
    const request = http.request(
      { ...options, path: `/2018-06-01/runtime/invocation/${path}` },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ bodyJson: text, headers: response.headers }));
      },
    );
    request.on('error', reject).end(body);
  });
}

let sent = Promise.resolve();
const client = {
  next: () =>
    (isMulti ? Promise.resolve() : sent).then(() => call({ method: 'GET', path: 'next' })),
  done: (id, body) => {
    sent = call({ method: 'POST', path: `${id}/response`, body });
  },
  error: (id, body) => {
    sent = call({ method: 'POST', path: `${id}/error`, body });
  },
};

const load = Module._load;
Module._load = (request, ...rest) =>
  request === './rapid-client.node' ? client : load(request, ...rest);
