// What a deploy does and how many calls it takes for it (design.md 6), with the SDK's own clients over sockets.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, appWith, framework, helloWorld, testCloud } from './deployments.js';

test('a first deploy makes everything, prints the address alone on stdout, and the API answers', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const first = await framework('deploy', { cwd, cloud });
  expect(first.err).toMatch(/^Initiating first time deployment$/m);
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.out).toMatch(/^http:\S+\/restapis\/\w+\/api\/_user_request_\/\n$/);
  expect(first.calls).toMatchInlineSnapshot(`
    [
      "lambda:GetFunction",
      "apigateway:GetRestApis",
      "iam:GetRole",
      "iam:CreateRole",
      "iam:PutRolePolicy",
      "apigateway:CreateRestApi",
      "lambda:CreateFunction",
      "apigateway:PutRestApi",
      "lambda:CreateFunction",
      "lambda:GetFunctionConfiguration",
      "lambda:AddPermission",
      "apigateway:CreateDeployment",
    ]
  `);
  expect(await answerOf(first.out)).toEqual({ hello: 'world' });
});
