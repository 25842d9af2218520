// The grants that every function needs: logs, network interfaces in a VPC (specification 2.6), and traces where X-Ray
// records them.
import { EVERYTHING, type Grant } from './merged-grants.js';

const LOG_ACTIONS = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];
const LOG_RESOURCES = ['arn:*:logs:*:*:*'];

/** The actions of functions in a VPC: those of the specification, and those that AWS lists besides. */
const VPC_ACTIONS = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/** docs.aws.amazon.com/lambda/latest/dg/services-xray.html */
const TRACING_ACTIONS = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];

export type BaselineNeeds = {
  /** True when one of the functions is in a VPC. */
  readonly hasVpc: boolean;
  /** True when X-Ray records the functions. */
  readonly hasTracing?: boolean | undefined;
};

export function baselineGrants({ hasVpc, hasTracing }: BaselineNeeds): readonly Grant[] {
  const logs = LOG_ACTIONS.map((action) => ({
    action,
    resources: LOG_RESOURCES,
    because: [{ kind: 'logs' as const }],
  }));
  const vpc = (hasVpc ? VPC_ACTIONS : []).map((action) => ({
    action,
    resources: EVERYTHING,
    because: [{ kind: 'vpc' as const }],
  }));
  const tracing = (hasTracing === true ? TRACING_ACTIONS : []).map((action) => ({
    action,
    resources: EVERYTHING,
    because: [{ kind: 'xray' as const }],
  }));
  return [...logs, ...vpc, ...tracing];
}
