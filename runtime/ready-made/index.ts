// Ready-made middleware for common needs: `framework/middleware`. Each export is a function that creates a middleware from its
// options.
export { bodyLog, cacheControl, requestId, securityHeaders, serverTiming } from './middleware.js';
