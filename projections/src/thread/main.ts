import { runInThread } from './inThread.ts';

await runInThread();
