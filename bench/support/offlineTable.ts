import type { Measured } from './offlineDesk.ts';
import { median } from './rounds.ts';

function p95(measured: readonly number[]): number {
  const sorted = measured.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}

const digits = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
const both = (measured: readonly number[]) => `${digits(median(measured))} / ${digits(p95(measured))}`;
const times = (value: number) =>
  `${value.toLocaleString('en', { maximumSignificantDigits: value < 1 ? 2 : 3 })}×`;

/** Measure, number of conversations, app, its peer, ratio, target. */
type Row = readonly [
  what: string,
  conversations: number,
  app: string,
  peer: string,
  ratio: string,
  target: string,
];

/** @param fewest the same member with the fewest conversations, the peer of what should not grow */
function rowsOf(measured: Measured, fewest: Measured): readonly Row[] {
  const {
    conversations,
    shown,
    kept,
    bare,
    appRates,
    clientRates,
    offline,
    online,
    plain,
    firstList,
    wholeList,
    perMessage,
  } = measured;
  const perSecond = (rates: readonly number[]) => digits(median(rates));
  return [
    [
      'sending a queue, messages per second (peer: a client in Node on the same socket)',
      conversations,
      perSecond(appRates),
      perSecond(clientRates),
      times(median(appRates) / median(clientRates)),
      'at least 0.5×',
    ],
    [
      'Enter to bubble offline, p50 / p95 ms (peer: a bare `put`)',
      conversations,
      both(shown),
      both(bare),
      times(median(shown) / median(bare)),
      'p95 at most 16 ms',
    ],
    [
      'Enter to message stored durably, p50 / p95 ms (peer: a bare `put`)',
      conversations,
      both(kept),
      both(bare),
      times(median(kept) / median(bare)),
      '–',
    ],
    [
      'thread usable offline, p50 / p95 ms (peer: the thread as plain HTML)',
      conversations,
      both(offline),
      both(plain),
      times(median(offline) / median(plain)),
      conversations === fewest.conversations ? 'p95 at most 300 ms' : 'at most 1.2× the fewest',
    ],
    [
      'thread usable online, p50 / p95 ms (peer: the same offline)',
      conversations,
      both(online),
      both(offline),
      times(median(online) / median(offline)),
      '–',
    ],
    [
      'first list on a new device, p50 / p95 ms (peer: fewest conversations)',
      conversations,
      both(firstList),
      both(fewest.firstList),
      times(median(firstList) / median(fewest.firstList)),
      'p95 at most 1,000 ms',
    ],
    [
      'whole list on a new device, p50 / p95 ms (peer: fewest conversations)',
      conversations,
      both(wholeList),
      both(fewest.wholeList),
      times(median(wholeList) / median(fewest.wholeList)),
      '–',
    ],
    ...(['requests', 'transactions'] as const).map(
      (kind): Row => [
        `IndexedDB ${kind} per sent message (peer: fewest conversations)`,
        conversations,
        digits(perMessage[kind]),
        digits(fewest.perMessage[kind]),
        times(perMessage[kind] / fewest.perMessage[kind]),
        'at most 1.1×',
      ],
    ),
  ];
}

/** One table, with the sizes of each measure below each other. */
export function markdownOf(all: readonly Measured[]): string {
  const [fewest] = all;
  if (fewest === undefined) return '';
  const bySize = all.map((measured) => rowsOf(measured, fewest));
  const rows = (bySize[0] ?? []).flatMap((_, index) => bySize.map((ofSize) => ofSize[index] ?? []));
  const lineOf = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? digits(cell) : cell)).join(' | ')} |`;
  return [
    '| measure | conversations | app | peer | ratio | target |',
    '|---|---|---|---|---|---|',
    ...rows.map(lineOf),
  ].join('\n');
}
