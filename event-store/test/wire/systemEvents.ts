import { randomUUID } from 'node:crypto';
import type { WireLog } from './log.ts';
import type { WireRecord } from './records.ts';

const epochStream = '$epoch-information';

/** Whether an event is invisible to readers of the whole log, though it counts as scanned. */
export function isHidden(record: WireRecord): boolean {
  return record.stream === epochStream;
}

/** As a server writes on becoming the leader. */
export function appendEpoch(log: WireLog, leader: string): void {
  const epoch = { epochPosition: Number(log.end), epochId: randomUUID(), leaderInstanceId: leader };
  appendSystemEvent(log, epochStream, epochStream, epoch);
}

/** As a server writes into an empty log. */
export function appendFirstSystemEvents(log: WireLog): void {
  const acl = { $r: '$ops', $w: [], $d: [], $mr: [], $mw: [] };
  appendSystemEvent(log, '$$$scavenges', '$metadata', { $maxAge: 2_592_000, $acl: acl });
}

/** As a server occasionally writes. */
export function appendStatistics(log: WireLog, port: number): void {
  appendSystemEvent(log, `$stats-127.0.0.1:${port}`, '$statsCollected', { 'proc-id': process.pid });
}

function appendSystemEvent(log: WireLog, stream: string, type: string, content: object): void {
  const data = Buffer.from(JSON.stringify(content));
  log.append(stream, 'any', [{ id: randomUUID(), type, json: true, data, metadata: new Uint8Array() }]);
}
