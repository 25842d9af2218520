// The plugin lets a test import the application, and tells `vitest --watch` what it is made of.
import { framework } from 'framework/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [framework()] });
