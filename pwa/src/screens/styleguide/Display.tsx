import { Inbox } from 'lucide-react';
import { useRef } from 'react';
import { Address } from '../../base/ui/Address.tsx';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { Badge } from '../../base/ui/Badge.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { Card } from '../../base/ui/Card.tsx';
import { CountBadge } from '../../base/ui/CountBadge.tsx';
import { EmptyState } from '../../base/ui/EmptyState.tsx';
import { ErrorState } from '../../base/ui/ErrorState.tsx';
import { Pagination } from '../../base/ui/Pagination.tsx';
import { Progress } from '../../base/ui/Progress.tsx';
import { RelativeTime } from '../../base/ui/RelativeTime.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { Spinner } from '../../base/ui/Spinner.tsx';
import { Table } from '../../base/ui/Table.tsx';
import { VirtualList } from '../../base/ui/VirtualList.tsx';
import { NetworkChip } from '../../members/look/NetworkChip.tsx';
import { PmcwEarnt } from '../../members/look/PmcwEarnt.tsx';
import { VerifiedBadge } from '../../members/look/VerifiedBadge.tsx';
import { Row, Section } from './Section.tsx';

const people = [
  { name: 'Ada Lovelace', username: 'ada', wallets: 12 },
  { name: 'Grace Hopper', username: 'grace', wallets: 3 },
] as const;
const thousand = Array.from({ length: 1000 }, (_, index) => index + 1);
const ages = [0, 5, 180, 1500, 9000, 60_000];

export function Facts() {
  const now = Date.now();
  return (
    <Section title="Facts">
      <Row>
        <Badge>Neutral</Badge>
        <Badge tone="gold">
          <VerifiedBadge className="size-3.5" />
          Verified
        </Badge>
        <Badge tone="success">Success</Badge>
        <Badge tone="danger">Suspended</Badge>
        {[1, 9, 10, 120].map((count) => (
          <CountBadge key={count} count={count} label={`${count} unread`} />
        ))}
        <PmcwEarnt tokens={0} />
        <PmcwEarnt tokens={1200} />
        <NetworkChip network="ETH" />
        <NetworkChip network="XYZ" />
      </Row>
      <Address address="0x71C7656EC7ab88b098defB751B7401B5f6d8976F" />
      <Row>
        {ages.map((minutes) => (
          <RelativeTime
            key={minutes}
            at={new Date(now - minutes * 60_000).toISOString()}
            className="text-sm text-muted"
          />
        ))}
        <RelativeTime at="no date" className="text-sm text-muted" />
      </Row>
    </Section>
  );
}

/** A robot, an image, one that fails, one that never loads. */
export function Faces() {
  return (
    <Section title="Avatars">
      <Row>
        {[28, 44, 64, 116].map((size) => (
          <Avatar key={size} username="ada" fullName="Ada Lovelace" avatarUrl={null} size={size} />
        ))}
        <Avatar username="icon" fullName="Icon Image" avatarUrl="/icons/icon-192.png" size={64} />
        <Avatar username="grace" fullName="Grace Hopper" avatarUrl="/styleguide-missing.png" size={64} />
        <span data-slow-avatar>
          <Avatar username="mira" fullName="Mira Okafor" avatarUrl="/styleguide-slow.png" size={64} />
        </span>
      </Row>
    </Section>
  );
}

export function Lists() {
  const shown = useRef<HTMLDivElement>(null);
  return (
    <Section title="Lists">
      <div ref={shown} tabIndex={-1}>
        <Table
          caption="People"
          columns={[
            { key: 'name', header: 'Name', role: 'title', cell: ({ name }) => <b>{name}</b> },
            { key: 'username', header: 'Username', cell: ({ username }) => `@${username}` },
            { key: 'wallets', header: 'Wallets', isNumeric: true, cell: ({ wallets }) => wallets },
            {
              key: 'actions',
              header: 'Actions',
              role: 'actions',
              cell: () => (
                <Button size="sm" variant="secondary">
                  Open
                </Button>
              ),
            },
          ]}
          rows={people}
          keyOf={({ username }) => username}
        />
      </div>
      <Pagination page={5} totalPages={10} list={shown} toPage={(to) => ({ search: `page=${to}` })} />
      <LongList />
      <EmptyState icon={Inbox} title="Nothing here yet" text="New entries will appear here." as="h3">
        <Button variant="secondary">Do something about it</Button>
      </EmptyState>
      <ErrorState
        title="It could not be loaded"
        text="The server could not be reached."
        onRetry={() => undefined}
      />
    </Section>
  );
}

export function Waiting() {
  return (
    <Section title="Waiting">
      <Row>
        <Spinner label="Loading" />
        <Skeleton className="h-10 w-40" />
        <Skeleton className="size-10 rounded-full" />
      </Row>
      <Progress label="Upload" value={0.4} />
      <Progress label="Upload, done" value={1} />
      <Progress label="Upload, not known" value={null} />
      <Card className="p-5 text-sm text-muted">A card</Card>
    </Section>
  );
}

function LongList() {
  const scroller = useRef<HTMLElement>(null);
  return (
    <section
      ref={scroller}
      aria-label="A thousand lines"
      className="h-40 overflow-y-auto overscroll-contain rounded-lg border"
    >
      <VirtualList items={thousand} keyOf={(line) => line} rowHeight={2.5} scroller={scroller}>
        {(line) => (
          <button type="button" className="h-10 w-full border-b px-4 text-left text-sm">
            Line {line}
          </button>
        )}
      </VirtualList>
    </section>
  );
}
