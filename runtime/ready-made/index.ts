// Ready-made middleware for common needs: `framework/middleware`. Each export is a function that creates a middleware from its
// options.
export { bodyLog } from './middleware.js';
export { cacheControl } from './middleware.js';
export { requestId } from './middleware.js';
export { securityHeaders } from './middleware.js';
export { serverTiming } from './middleware.js';
