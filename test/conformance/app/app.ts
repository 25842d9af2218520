// The application that every host serves in the conformance tests, written as a user would write it.
import './views/answers.js';
import './views/binary.js';
import './views/cors.js';
import './views/errors.js';
import './views/forms.js';
import './views/requests.js';
import './functions.js';

export { app } from './service.js';
