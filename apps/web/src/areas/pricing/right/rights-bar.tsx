import { type RightRow } from '@chauffeur/contract/pricing/right'
import { MOST_MAPPED, rightCouponCalls } from '@chauffeur/contract/pricing/right-coupon'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { BulkProps } from '#kit/list/define.view.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'

const ManyCouponsDrawer = lazyPiece(() => import('./many-coupons.drawer.tsx'))
const ImportDialog = lazyPiece(() => import('#kit/import/import.dialog.tsx'))

/** The rights that were chosen, on whichever page: which coupons come with all of them. */
export function RightsBar({ keys, rows, clear }: BulkProps<RightRow>) {
  const seen = useRef(new Map<string, RightRow>())
  for (const row of rows) seen.current.set(row.rightId, row)
  const [open, setOpen] = useState(false)
  if (keys.size === 0 && !open) return null
  const chosen = [...keys].flatMap((key) => seen.current.get(key) ?? [])
  const tooMany = chosen.length > MOST_MAPPED
  return (
    <>
      <Button
        disabled={tooMany}
        title={tooMany ? t('一次最多 {n} 项，更多请用表格设置', { n: MOST_MAPPED }) : undefined}
        onClick={() => setOpen(true)}
      >
        {t('设置随发优惠券（{n} 项）', { n: chosen.length })}
      </Button>
      <WhenOpened open={open}>
        <ManyCouponsDrawer
          rights={chosen}
          open={open}
          onClose={(done) => {
            setOpen(false)
            if (done) clear()
          }}
        />
      </WhenOpened>
    </>
  )
}

/** The same for many, out of a sheet or pasted: a right a row. */
export function RightCouponsImport() {
  const [open, setOpen] = useState(false)
  if (!useMay(rightCouponCalls.batchSet)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('按表格设置随发券')}</Button>
      <WhenOpened open={open}>
        <ImportDialog
          kind={{
            kind: 'pricing.rightCoupon',
            title: t('权益随发优惠券'),
            may: rightCouponCalls.batchSet,
            hint: t('每行一项权益的编号和随发的优惠券（名称或模板编号，多种用顿号隔开；填「无」为不再随发）。'),
            example: `R-2026-01\t${t('洗车券、接机券')}`,
            refreshes: [rightCouponCalls.view],
          }}
          into={{}}
          open={open}
          onClose={() => setOpen(false)}
        />
      </WhenOpened>
    </>
  )
}
