// Paged lists from AWS are read completely, and responses are converted to the terms of the port.
import { afterEach, expect, test } from 'vitest';
import { type Stub, type StubAnswer, startStub } from './http-stub.fixture.js';

let stub: Stub | undefined;
const start = async (...answers: readonly StubAnswer[]): Promise<Stub> => {
  stub = await startStub(...answers);
  return stub;
};
afterEach(() => stub?.close());

test('the APIs of every page are looked through, 500 at a time', async () => {
  const { cloud, calls } = await start(
    { status: 200, body: { item: [{ id: 'a1', name: 'x' }], position: 'next' } },
    { status: 200, body: { item: [{ id: 'a2', name: 'helloworld-dev' }] } },
  );
  expect((await cloud.apiGateway.findApis('helloworld-dev')).map(({ id }) => id)).toEqual(['a2']);
  expect(calls.map(({ url }) => url)).toEqual([
    '/restapis?limit=500',
    '/restapis?limit=500&position=next',
  ]);
});

test('the functions of every page are listed', async () => {
  const { cloud } = await start(
    { status: 200, body: { Functions: [{ FunctionName: 'app-dev-b' }], NextMarker: 'next' } },
    { status: 200, body: { Functions: [{ FunctionName: 'other' }], NextMarker: 'more' } },
    { status: 200, body: { Functions: [{ FunctionName: 'app-dev' }], NextMarker: '' } },
  );
  expect(await cloud.lambda.listFunctions('app-dev')).toEqual(['app-dev', 'app-dev-b']);
});

test.each(['', '{"a":1}'])('a function may answer with %j', async (payload) => {
  const { cloud } = await start({ status: 200, body: payload });
  expect(await cloud.lambda.invoke('f', '{}')).toEqual({
    payload,
    functionError: undefined,
    logTail: '',
  });
});

test('a service that repeats its position does not keep us for ever', async () => {
  const { cloud, calls } = await start({
    status: 200,
    body: { Functions: [{ FunctionName: 'f' }], NextMarker: 'same' },
  });
  expect(await cloud.lambda.listFunctions('')).toEqual(['f', 'f']);
  expect(calls).toHaveLength(2);
});

test.each([
  [{ State: 'Active', LastUpdateStatus: 'Successful' }, { kind: 'ready' }],
  [{ State: 'Inactive' }, { kind: 'ready' }],
  [{ State: 'Pending' }, { kind: 'working' }],
  [{ State: 'Active', LastUpdateStatus: 'InProgress' }, { kind: 'working' }],
  [
    { State: 'Failed', StateReason: 'The subnet is gone' },
    { kind: 'failed', reason: 'The subnet is gone' },
  ],
  [
    { State: 'Active', LastUpdateStatus: 'Failed', LastUpdateStatusReason: 'No' },
    { kind: 'failed', reason: 'No', runsAsBefore: true },
  ],
])('a function in the state %j is %j', async (state, progress) => {
  const { cloud } = await start({ status: 200, body: { FunctionName: 'f', ...state } });
  expect((await cloud.lambda.getFunctionConfiguration('f'))?.progress).toEqual(progress);
});

test('tags that may not be read are a denial, not a function of somebody else', async () => {
  const { cloud } = await start({
    status: 200,
    body: {
      Configuration: { FunctionName: 'f', FunctionArn: 'arn:aws:lambda:eu-west-1:1:function:f' },
      TagsError: { ErrorCode: 'AccessDeniedException', Message: 'no permission' },
    },
  });
  await expect(cloud.lambda.getFunction('f')).rejects.toMatchObject({
    facts: {
      kind: 'denied',
      action: 'lambda:ListTags',
      resource: 'arn:aws:lambda:eu-west-1:1:function:f',
    },
  });
});
