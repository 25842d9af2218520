// The tool `local_request`: sends requests to the application on this machine, through the gateway model. Like
// `framework/testing`, it executes the application, which no other tool does. The application is built as for a deploy, and
// runs in a separate process that ends with the call.
import * as v from 'valibot';
import type { Tool } from './tool.js';

const TEXTS = v.record(v.string(), v.string());
const SCALAR = v.union([v.string(), v.number(), v.boolean()]);

const REQUEST = v.strictObject({
  method: v.optional(v.pipe(v.string(), v.description('GET unless given')), 'GET'),
  path: v.pipe(v.string(), v.description('For example /cities/oslo?lang=no')),
  headers: v.exactOptional(TEXTS),
  json: v.exactOptional(v.pipe(v.unknown(), v.description('The body, sent as application/json'))),
  body: v.exactOptional(v.pipe(v.string(), v.description('The raw body, instead of `json`'))),
  as: v.exactOptional(
    v.pipe(
      v.strictObject({
        apiKey: v.exactOptional(v.string()),
        claims: v.exactOptional(v.record(v.string(), v.unknown())),
        iam: v.exactOptional(v.literal(true)),
        authorizer: v.exactOptional(
          v.strictObject({
            principalId: v.exactOptional(v.string()),
            effect: v.exactOptional(v.picklist(['Allow', 'Deny'])),
            context: v.exactOptional(v.record(v.string(), SCALAR)),
          }),
        ),
      }),
      v.description(
        'The caller, if the route requires one: an API key, the claims of a user pool, a signature (iam), or the result of the function of a ' +
          'custom authorizer answers',
      ),
    ),
  ),
});

const INPUTS = v.strictObject({
  requests: v.pipe(
    v.array(REQUEST),
    v.minLength(1),
    v.maxLength(20),
    v.description('Sent in sequence to one running application'),
  ),
  stage: v.optional(v.pipe(v.string(), v.description('dev unless given'))),
  project_dir: v.optional(v.pipe(v.string(), v.description('Directory of the project'))),
});

export const localRequest: Tool = {
  name: 'local_request',
  title: 'Request to the application on this machine',
  description:
    'EXECUTES THE APPLICATION on this machine, as `framework local` and its tests do: builds it, starts it in a separate process, ' +
    'sends it these requests through the rules of the gateway (authorizers, API keys, CORS, validation), and stops it. Returns ' +
    'the status, headers and body of each response, and the output of the application. Its AWS calls are real calls with the ' +
    'credentials of this machine.',
  inputs: INPUTS,
  effect: 'runs',
  call: async (values, context) => {
    const { sendRequests } = await import('./send-requests.js');
    return sendRequests(v.parse(INPUTS, values), context);
  },
};
