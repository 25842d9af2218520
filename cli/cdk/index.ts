/**
 * The public door of `framework/cdk`.
 *
 * @module
 */
export { FrameworkApp, type FrameworkAppProps } from './framework-app.js';
