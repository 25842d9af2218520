// The resource types of a stage. A new one is a folder beside these and a line in the list: first what others refer to. Plans
// name them in this order, and what goes is taken away in the opposite one.
import type { ResourceType } from '../stage/resource-type.js';
import { domain } from './domain/domain.js';
import { eventSourceMapping } from './event-source-mapping/event-source-mapping.js';
import { lambdaFunction } from './function/function.js';
import { logGroup } from './log-group/log-group.js';
import { notification } from './notification/notification.js';
import { permission } from './permission/permission.js';
import { restApi } from './rest-api/rest-api.js';
import { role } from './role/role.js';
import { rule } from './rule/rule.js';
import { schedule } from './schedule/schedule.js';
import { subscription } from './subscription/subscription.js';

export const RESOURCE_TYPES: readonly ResourceType[] = [
  role,
  lambdaFunction,
  restApi,
  domain,
  permission,
  logGroup,
  rule,
  schedule,
  subscription,
  eventSourceMapping,
  notification,
];

/** The last that is made is the first that goes. */
export const REVERSED_TYPES: readonly ResourceType[] = RESOURCE_TYPES.toReversed();
