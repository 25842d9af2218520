// The module that tests import as `typescript` (vitest.config.ts). If the package is imported instead of required, Node.js
// reads its nine megabytes two more times: to find its format, and to find its exports.
module.exports = require('typescript');
