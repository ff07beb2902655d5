import type { Logger } from '@pmcw/resilience';
import type { Engine, EngineParts, SocketEngine } from './engine.ts';
import { UwsEngine } from './uws.ts';
import { WsEngine } from './ws.ts';

/** uWebSockets.js, or null where it has no binary for this Node and system. */
async function loadUws(logger: Logger): Promise<typeof import('uWebSockets.js') | null> {
  try {
    return await import('uWebSockets.js');
  } catch (error) {
    const { platform, arch, versions } = process;
    logger.warn(
      { reason: String(error), node: versions.node, platform, arch },
      'uWebSockets.js has no binary for this Node and system; sockets are served by ws, with more processor time',
    );
    return null;
  }
}

/** @throws Error if `wanted` is uWebSockets.js and it can't be loaded */
export async function createEngine(parts: EngineParts, wanted?: SocketEngine): Promise<Engine> {
  if (wanted === 'ws') return new WsEngine(parts);
  if (wanted === 'uws') return new UwsEngine(await import('uWebSockets.js'), parts);
  const uws = await loadUws(parts.logger);
  return uws === null ? new WsEngine(parts) : new UwsEngine(uws, parts);
}
