// The resource types whose resources call functions by themselves.
import { ruleInvokers } from '../rule/rule-invokers.js';
import { subscriptionInvokers } from '../subscription/desired-subscriptions.js';
import type { InvokerSource } from '../source/invokers.js';

export const INVOKER_SOURCES: readonly InvokerSource[] = [ruleInvokers, subscriptionInvokers];
