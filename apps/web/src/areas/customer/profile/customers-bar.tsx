import { CUSTOMERS_AT_ONCE, customerCalls } from '@chauffeur/contract/customer/profile'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import type { BulkProps } from '#kit/list/define.view.ts'
import type { ManyProps } from './customer-acts.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { countText } from '#ui/show/measure.view.ts'

const acts = () => import('./customer-acts.tsx')
const dialogs = {
  move: lazyPiece(async () => ({ default: (await acts()).MoveMany })),
  blacklist: lazyPiece(async () => ({ default: (await acts()).BlacklistMany })),
  unblacklist: lazyPiece(async () => ({ default: (await acts()).UnblacklistMany })),
}

/** What is done to many customers at once: to those that were chosen, or to all that the filters find. */
export function CustomersBar({ keys, clear, input, ready }: BulkProps) {
  const [doing, setDoing] = useState<{ what: keyof typeof dialogs; open: boolean } | null>(null)
  const [whom, setWhom] = useState<'chosen' | 'all'>('chosen')
  const mayTurnAway = useMay(customerCalls.blacklist)
  const some = keys.size > 0
  const found = useCall(customerCalls.list, { ...input, pageNo: 1, pageSize: 1 }, { silent: true, enabled: some && ready }).data
  if (!some) return null
  const all = whom === 'all'
  const count = all ? `${countText(found?.total ?? 0)}${found?.totalCapped ? '+' : ''}` : countText(keys.size)
  const disabled = all ? !ready || !found?.total : keys.size > CUSTOMERS_AT_ONCE
  const button = (what: keyof typeof dialogs, words: string, danger = false) => (
    <Button
      danger={danger}
      disabled={disabled}
      title={!all && disabled ? t('一次最多 {n} 位', { n: CUSTOMERS_AT_ONCE }) : undefined}
      onClick={() => setDoing({ what, open: true })}
    >
      {words}
    </Button>
  )
  const Dialog = doing && dialogs[doing.what]
  return (
    <>
      <Segmented
        value={whom}
        aria-label={t('处理哪些客户')}
        onChange={setWhom}
        options={[
          { value: 'chosen', label: t('已选 {n} 位', { n: countText(keys.size) }) },
          { value: 'all', label: t('全部符合条件的'), disabled: !ready },
        ]}
      />
      {button('move', t('变更城市'))}
      {mayTurnAway ? button('blacklist', t('加入黑名单'), true) : null}
      {mayTurnAway ? button('unblacklist', t('移出黑名单')) : null}
      <WhenOpened open={doing?.open ?? false}>
        {Dialog ? (
          <Dialog
            who={t('{n} 位客户', { n: count })}
            chosen={all ? { filter: input as ManyProps['chosen']['filter'] } : { customerIds: [...keys] }}
            open={doing?.open ?? false}
            onDone={clear}
            onClose={() => setDoing((now) => now && { ...now, open: false })}
          />
        ) : null}
      </WhenOpened>
    </>
  )
}
