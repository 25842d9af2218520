// The `context` argument of a lambda function.
import type { LambdaContext } from '../../../runtime/contract/proxy-event.js';

/** The facts about a function that stay the same for every invocation. */
export type FunctionFacts = {
  readonly functionName: string;
  readonly region: string;
  readonly accountId: string;
  /** MB. */
  readonly memorySize: number;
  /** Milliseconds after which the function is terminated. */
  readonly timeout: number;
};

/** Creates the context of one invocation. `started` is its start and `now` the clock, both in milliseconds. */
export function createLambdaContext(
  facts: FunctionFacts,
  invocation: { readonly requestId: string; readonly started: number },
  now: () => number,
): LambdaContext {
  const { functionName, region, accountId, timeout } = facts;
  return {
    callbackWaitsForEmptyEventLoop: true,
    awsRequestId: invocation.requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${functionName}`,
    memoryLimitInMB: String(facts.memorySize),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: '[$LATEST]local',
    getRemainingTimeInMillis: () => Math.max(0, invocation.started + timeout - now()),
  };
}
