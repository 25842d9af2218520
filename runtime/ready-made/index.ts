// Middleware that many applications want: `framework/middleware`. Each is a call, so that it can take options.
export { bodyLog } from './body-log.js';
export { cacheControl } from './cache-control.js';
export { requestId } from './request-id.js';
export { securityHeaders } from './security-headers.js';
export { serverTiming } from './server-timing.js';
