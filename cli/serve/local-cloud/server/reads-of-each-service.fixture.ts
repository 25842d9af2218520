// One read call for each service, to compare how the services word an error.
import { GetRestApisCommand } from '@aws-sdk/client-api-gateway';
import { DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { ListRulesCommand } from '@aws-sdk/client-eventbridge';
import { ListRolesCommand } from '@aws-sdk/client-iam';
import { ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListStreamsCommand } from '@aws-sdk/client-kinesis';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { DescribeParametersCommand } from '@aws-sdk/client-ssm';
import { type Clients, refusalOf } from '../clients.fixture.js';

/** Makes one read call for each service. */
function reads(of: Clients): Readonly<Record<string, Promise<unknown>>> {
  return {
    iam: of.iam.send(new ListRolesCommand({})),
    lambda: of.lambda.send(new ListFunctionsCommand({})),
    apiGateway: of.apiGateway.send(new GetRestApisCommand({})),
    logs: of.logs.send(new DescribeLogGroupsCommand({})),
    events: of.events.send(new ListRulesCommand({})),
    sts: of.sts.send(new GetCallerIdentityCommand({})),
    sqs: of.sqs.send(new ListQueuesCommand({})),
    ssm: of.ssm.send(new DescribeParametersCommand({})),
    dynamodb: of.dynamodb.send(new ListTablesCommand({})),
    kinesis: of.kinesis.send(new ListStreamsCommand({})),
  };
}

/** Returns each service's error, by the name of the service. */
export async function refusalsOfReads(of: Clients): Promise<Readonly<Record<string, string>>> {
  const rows = Object.entries(reads(of)).map(
    async ([name, call]) => [name, await refusalOf(call)] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}
