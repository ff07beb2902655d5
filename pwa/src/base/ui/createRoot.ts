/**
 * Shares a file with React alone (`vite.config.ts`), which creates errors while it is evaluated. Chromium parses all
 * files on the stack again for them when a developer tool records stack traces.
 */
export { createRoot } from 'react-dom/client';
