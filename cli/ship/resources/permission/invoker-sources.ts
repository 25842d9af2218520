// The resource types whose resources call functions by themselves.
import { notificationInvokers } from '../notification/desired-notifications.js';
import { ruleInvokers } from '../rule/rule-invokers.js';
import { scheduleInvokers } from '../schedule/schedule-invokers.js';
import { subscriptionInvokers } from '../subscription/desired-subscriptions.js';
import type { InvokerSource } from '../event-source/invokers.js';

export const INVOKER_SOURCES: readonly InvokerSource[] = [
  ruleInvokers,
  subscriptionInvokers,
  notificationInvokers,
  scheduleInvokers,
];
