import { couponStateText } from '@chauffeur/contract/pricing/coupon'
import { couponGrantCalls, couponWayText, type GrantedCoupon } from '@chauffeur/contract/pricing/coupon-grant'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'

const GiveOneDialog = lazyPiece(() => import('./give-one.dialog.tsx'))
const RevokeDialog = lazyPiece(() => import('./revoke.dialog.tsx'))

const SHOWN = 20

/** The coupons a customer was given, newest first: how each came, what became of it, and what can be done. */
export default function CustomerCoupons({ customerId, name }: { customerId: string; name: string }) {
  const query = useCall(couponGrantCalls.coupons, { customerId, pageSize: SHOWN }, { saysRefusals: true })
  const mayGive = useMay(couponGrantCalls.give)
  const [giving, setGiving] = useState(false)
  const [revoking, setRevoking] = useState<GrantedCoupon | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <Panel
      title={t('优惠券')}
      extra={
        <>
          {query.data && query.data.total > SHOWN ? (
            <a href={`#/Marketing/Coupons?customerId=${customerId}`}>{t('全部 {n} 张', { n: query.data.total })}</a>
          ) : null}
          {mayGive ? (
            <Button size="small" onClick={() => setGiving(true)}>
              {t('发放优惠券')}
            </Button>
          ) : null}
        </>
      }
    >
      <Async
        query={query}
        skeleton={<Skeleton lines={3} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<EmptyState title={t('没有优惠券')} hint={mayGive ? t('可在此发放，或由客户兑换。') : undefined} />}
      >
        {({ rows }) => (
          <PlainTable
            label={t('优惠券')}
            rows={rows}
            rowKey={({ couponId }) => couponId}
            columns={[
              { title: t('优惠券'), head: true, cell: ({ templateName }) => templateName },
              { title: t('状态'), cell: ({ state }) => tr(couponStateText[state]) },
              { title: t('来源'), cell: ({ way, grantedBy }) => joined([tr(couponWayText[way]), grantedBy]) },
              { title: t('有效至'), cell: ({ expiresAt }) => <Time at={expiresAt} as="short" /> },
              { title: t('去向'), cell: (row) => <Outcome row={row} /> },
              {
                title: '',
                cell: (row) =>
                  row.allowedActions.includes('revoke') ? (
                    <Button
                      size="small"
                      type="text"
                      danger
                      aria-label={t('收回 {name}', { name: row.templateName })}
                      onClick={() => {
                        setRevoking(row)
                        setOpen(true)
                      }}
                    >
                      {t('收回')}
                    </Button>
                  ) : null,
              },
            ]}
          />
        )}
      </Async>
      <WhenOpened open={giving}>
        <GiveOneDialog customerId={customerId} name={name} open={giving} onClose={() => setGiving(false)} />
      </WhenOpened>
      <WhenOpened open={open}>{revoking ? <RevokeDialog row={revoking} open={open} onClose={() => setOpen(false)} /> : null}</WhenOpened>
    </Panel>
  )
}

/** The order that has it in hand or used it, or why it was revoked. */
function Outcome({ row: { orderNo, discountFen, revokeReason, revokedBy } }: { row: GrantedCoupon }) {
  if (revokeReason) return joined([revokeReason, revokedBy])
  return (
    <>
      {orderNo} {discountFen === null ? null : <Money fen={-discountFen} />}
    </>
  )
}
