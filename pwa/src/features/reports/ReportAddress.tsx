import { networkName, type Wallet } from '@pmcw/contracts';
import { Flag } from 'lucide-react';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { Tooltip } from '../../base/ui/overlays/Tooltip.tsx';
import { reports } from '../../base/words/en/reports/reports.ts';
import { useWords } from '../../base/words/words.ts';
import type { StoredMember } from '../../device/offline/database.ts';
import { labelOf } from '../../members/look/labelOf.ts';
import { askedToReport } from './asking.ts';

interface ReportAddressProps {
  readonly wallet: Pick<Wallet, 'id' | 'network' | 'address'>;
  readonly member: StoredMember;
}

export default function ReportAddress({ wallet, member }: ReportAddressProps) {
  const words = useWords(reports);
  const { id: walletId, network, address } = wallet;
  const ask = () =>
    askedToReport.set({
      reported: { kind: 'address', memberId: member.id, walletId },
      member,
      excerpt: address,
      isPrivate: false,
    });
  return (
    <Tooltip text={words.report}>
      <IconButton
        label={labelOf(words.reportAddress(networkName(network)), address)}
        size="sm"
        className="text-faint"
        onClick={ask}
      >
        <Flag aria-hidden="true" />
      </IconButton>
    </Tooltip>
  );
}
