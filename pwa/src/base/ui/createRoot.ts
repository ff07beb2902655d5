import { createRoot as create } from 'react-dom/client';

/**
 * React's `createRoot`, in a file of its own (`vite.config.ts`) that evaluates React. React creates errors while it is
 * evaluated, and if a developer tool listens, Chromium parses every function on the stack again for them.
 */
export const createRoot = create;
