// AGENTS.md of a new project: what a coding agent must know first. The tests of the documentation compile its code blocks.

export const AGENTS: string = `# For agents that work on this project

HTTP views and event functions in TypeScript, deployed to Amazon API Gateway and AWS Lambda by \`framework\`. The compiler reads
the source as text and proves its rules; it never runs it.

## Prove every change

| command                                             | what it proves                                                     |
| --------------------------------------------------- | ------------------------------------------------------------------ |
| \`npx framework check\`                               | routes, inputs, providers, events, configuration; \`--fix\` corrects |
| \`npm run typecheck\`                                 | types                                                              |
| \`npm test\`                                          | behaviour, through the rules of the gateway, without a server      |
| \`npx framework routes\`                              | each route and what guards it; \`--open\`: those that nothing guards |
| \`npx framework invoke --local --path /\`             | one request to a view, without keys and authorizers                |
| \`npx framework gen-policy --explain\`                | the permissions, and the line that asks for each                   |
| \`npx framework plan\`                                | what a deploy would change; needs credentials, only reads          |

Every problem has a code: \`npx framework explain FW2103\`. Search the documentation of this version, offline, before you guess:
\`npx framework docs QUERY\`; \`node_modules/framework/llms.txt\` lists its pages. \`npx framework mcp\` offers all this as tools.

## A view with checked input

The types of the parameters are the validation; a request that does not fit gets 400 before the view runs. Captures come by
name. \`body\`, \`query\` and \`headers\` are names with that meaning.

\`\`\`ts
// app.ts
import { Framework, NotFoundError, Response, type Int, type Text } from 'framework';

export const app = new Framework({ appName: 'shop' });

interface NewItem {
  name: Text<{ minLength: 1; maxLength: 80 }>;
  price: Int<{ minimum: 0 }>;
}

const items = new Map<string, NewItem>();

export class Items {
  @app.route('/items/{id}')
  item(id: string) {
    const item = items.get(id);
    if (!item) throw new NotFoundError(\`no item \${id}\`);
    return { id, ...item };
  }

  @app.route('/items', { methods: ['POST'], cors: true })
  create(body: NewItem) {
    const id = String(items.size);
    items.set(id, body);
    return new Response({ id }, 201);
  }
}
\`\`\`

A module with views is imported by \`app.ts\`; or it declares a blueprint, which \`app.register(blueprint, { urlPrefix })\` places.

## A provider: who calls

\`\`\`ts
import { Framework, middleware, UnauthorizedError } from 'framework';

export const app = new Framework({ appName: 'shop' });

export const user = middleware.provide(async (request, next) => {
  const name = request.headers['X-User'];
  if (name === undefined) throw new UnauthorizedError('sign in first');
  return next({ name });
});

export const me = app.route('/me', { middleware: [user] })(() => ({ name: user.value.name }));
\`\`\`

## Tables, queues, secrets and jobs

\`\`\`ts
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { Framework, Queue, secret, Table, type SqsMessage } from 'framework';

export const app = new Framework({ appName: 'shop' });
const items = new Table('items', { key: 'id' });
const orders = new Queue('orders', { retries: 3 });
const stripe = secret('stripe-key');
const database = new DynamoDBClient({});

export const order = app.onSqsMessage({ queue: orders })(async (message: SqsMessage) => {
  const Key = { id: { S: message.body } };
  const { Item } = await database.send(new GetItemCommand({ TableName: items.name, Key }));
  app.log.info('order', { isKnown: Item !== undefined, hasKey: (await stripe()) !== '' });
});
export const cleanUp = app.schedule('rate(1 hour)')(() => app.log.info('clean up'));
\`\`\`

A deploy creates what is declared, for each stage; the role may do what the calls need. \`npx framework deploy --local\` tries it
without an account. \`.env\` has local secrets (\`STRIPE_KEY\`). See \`framework docs resources\` and \`framework docs events\`.

## A test

\`\`\`ts
// test/items.test.mjs
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testApp } from 'framework/testing';

const { client, close } = await testApp('./app.ts');
after(close);

test('an item without a price is refused', async () => {
  const answer = await client.post('/items', { json: { name: 'lamp' } });
  assert.equal(answer.status, 400);
});
\`\`\`

## Never

- Never deploy, delete or roll back a stage without \`--local\`, or call a deployed function, unless you were asked to.
- Never write a path, option or name that is computed at run time: the compiler must read it. \`const\` and \`process.env\` are fine.
- Never write IAM policies: they come from the code. What it cannot show goes into \`.framework/policy-base.json\`.
- Never write secrets into the source or \`config.json\`: declare them with \`secret\`; never edit \`.framework/build\` and \`vendor/\`.
- Never silence a finding with a cast or by deleting a test: read its page.
`;
