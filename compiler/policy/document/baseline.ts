// The grants that every function needs: logs, and network interfaces in a VPC (specification 2.6).
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

export function baselineGrants(hasVpc: boolean): readonly Grant[] {
  const logs = LOG_ACTIONS.map((action) => ({
    action,
    resources: LOG_RESOURCES,
    because: [{ kind: 'logs' as const }],
  }));
  if (!hasVpc) return logs;
  const vpc = VPC_ACTIONS.map((action) => ({
    action,
    resources: EVERYTHING,
    because: [{ kind: 'vpc' as const }],
  }));
  return [...logs, ...vpc];
}
