/**
 * The public entry point of `framework/cdk`.
 *
 * @module
 */
export { FrameworkApp, type FrameworkAppProps } from './framework-app.js';
