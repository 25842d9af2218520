// One read call for each service, to compare how the services word an error.
import { type Clients, refusalOf } from '../clients.fixture.js';

/** Makes one read call for each service. */
function reads(of: Clients): Readonly<Record<string, Promise<unknown>>> {
  return {
    iam: of.iam.listRoles({}),
    lambda: of.lambda.listFunctions({}),
    apiGateway: of.apiGateway.getRestApis({}),
    logs: of.logs.describeLogGroups({}),
    events: of.events.listRules({}),
    sts: of.sts.getCallerIdentity({}),
    sqs: of.sqs.listQueues({}),
    ssm: of.ssm.describeParameters({}),
    dynamodb: of.dynamodb.listTables({}),
    kinesis: of.kinesis.listStreams({}),
  };
}

/** Returns each service's error, by the name of the service. */
export async function refusalsOfReads(of: Clients): Promise<Readonly<Record<string, string>>> {
  const rows = Object.entries(reads(of)).map(
    async ([name, call]) => [name, await refusalOf(call)] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}
