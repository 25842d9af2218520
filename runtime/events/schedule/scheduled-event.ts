// The event of a schedule, as a function receives it.
import { CloudEvent } from '../rule/cloud-event.js';

/**
 * The event of a schedule, with its time.
 *
 * @example
 * ```ts
 * import { Framework, type ScheduledEvent } from 'framework';
 *
 * export const app = new Framework({ appName: 'reports' });
 *
 * export const nightly = app.schedule('cron(0 3 * * ? *)')((event: ScheduledEvent) => {
 *   app.log.info('began', event.time);
 * });
 * ```
 */
export class ScheduledEvent extends CloudEvent {}
