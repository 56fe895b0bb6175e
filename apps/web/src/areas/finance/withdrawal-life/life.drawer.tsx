import type { FinanceWithdrawal } from '@chauffeur/contract/finance/withdrawal-review'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import type { RowDrawerProps } from '#kit/list/define.view.ts'
import { WithdrawalLife } from './life.tsx'

/** One withdrawal's whole life, beside the list. */
export default function LifeDrawer({ row, onClose }: RowDrawerProps<Pick<FinanceWithdrawal, 'withdrawalId' | 'withdrawNo'>>) {
  return (
    <KeptDrawer row={row} title={(shown) => shown.withdrawNo} size={760} onClose={onClose}>
      {({ withdrawalId }) => <WithdrawalLife key={withdrawalId} withdrawalId={withdrawalId} />}
    </KeptDrawer>
  )
}
