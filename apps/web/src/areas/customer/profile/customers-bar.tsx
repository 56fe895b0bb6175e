import { CUSTOMERS_AT_ONCE, customerCalls } from '@chauffeur/contract/customer/profile'
import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import type { BulkProps } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'

const acts = () => import('./customer-acts.tsx')
const dialogs = {
  move: lazyPiece(async () => ({ default: (await acts()).MoveMany })),
  blacklist: lazyPiece(async () => ({ default: (await acts()).BlacklistMany })),
  unblacklist: lazyPiece(async () => ({ default: (await acts()).UnblacklistMany })),
}

/** What is done to many customers at once. */
export function CustomersBar({ keys, clear }: BulkProps) {
  const [doing, setDoing] = useState<{ what: keyof typeof dialogs; open: boolean } | null>(null)
  const mayTurnAway = useMay(customerCalls.blacklist)
  if (keys.size === 0) return null
  const tooMany = keys.size > CUSTOMERS_AT_ONCE
  const button = (what: keyof typeof dialogs, words: string, danger = false) => (
    <Button
      danger={danger}
      disabled={tooMany}
      title={tooMany ? t('一次最多 {n} 位', { n: CUSTOMERS_AT_ONCE }) : undefined}
      onClick={() => setDoing({ what, open: true })}
    >
      {words}
    </Button>
  )
  const Dialog = doing && dialogs[doing.what]
  return (
    <>
      {button('move', t('变更已选 {n} 位的城市', { n: keys.size }))}
      {mayTurnAway ? button('blacklist', t('加入黑名单'), true) : null}
      {mayTurnAway ? button('unblacklist', t('移出黑名单')) : null}
      <WhenOpened open={doing?.open ?? false}>
        {Dialog ? (
          <Dialog
            customerIds={[...keys]}
            open={doing?.open ?? false}
            onDone={clear}
            onClose={() => setDoing((now) => now && { ...now, open: false })}
          />
        ) : null}
      </WhenOpened>
    </>
  )
}
