// The resource types of a stage. A new type is a folder beside these and a line in the list, after the types that it refers
// to. Plans show creations in this order, and deletions in reverse.
import type { ResourceType } from '../stage/resource-type.js';
import type {} from './states.js';
import { domain } from './domain/domain.js';
import { eventSourceMapping } from './event-source-mapping/event-source-mapping.js';
import { lambdaFunction } from './function/function.js';
import { logGroup } from './log-group/log-group.js';
import { notificationInvokers } from './notification/notification-state.js';
import { notification } from './notification/notification.js';
import { permissionType } from './permission/permission.js';
import { restApi } from './rest-api/rest-api.js';
import type { InvokerSource } from './event-source/invokers.js';
import { roleType } from './role/role.js';
import { ruleInvokers } from './rule/desired-rules.js';
import { rule } from './rule/rule.js';
import { scheduleInvokers } from './schedule/scheduler-role.js';
import { schedule } from './schedule/schedule.js';
import { subscriptionInvokers } from './subscription/subscription-state.js';
import { subscription } from './subscription/subscription.js';

/** Of the types whose resources call functions by themselves. */
const INVOKER_SOURCES: readonly InvokerSource[] = [
  ruleInvokers,
  subscriptionInvokers,
  notificationInvokers,
  scheduleInvokers,
];

export const RESOURCE_TYPES: readonly ResourceType[] = [
  roleType(INVOKER_SOURCES),
  lambdaFunction,
  restApi,
  domain,
  permissionType(INVOKER_SOURCES),
  logGroup,
  rule,
  schedule,
  subscription,
  eventSourceMapping,
  notification,
];

/** The resource that is created last is deleted first. */
export const REVERSED_TYPES: readonly ResourceType[] = RESOURCE_TYPES.toReversed();
