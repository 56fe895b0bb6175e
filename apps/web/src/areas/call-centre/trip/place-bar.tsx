import { Button } from 'antd'
import { t } from '#platform/text/text.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { Money } from '#ui/show/money.tsx'
import type { Draft } from '../draft/desk-draft.ts'
import { Problem } from '../draft/field.tsx'
import '../call-centre.css'
import './trip.css'

export interface PlaceBarProps {
  draft: Draft
  pending: boolean
  problem?: string
  totalFen: number | null
  onPlace: () => void
  onGiveUp: () => void
}

/** The last step. When no answer came it says so, and the only way on is to ask again or to look. */
export function PlaceBar({ draft, pending, problem, totalFen, onPlace, onGiveUp }: PlaceBarProps) {
  const unknown = draft.attempt !== null && !pending
  return (
    <div className="desk-place">
      {unknown ? (
        <p className="desk-warn" role="alert">
          {t('下单请求没有收到答复，不确定是否成功。再次确认不会重复下单。')}
        </p>
      ) : null}
      {problem ? <Problem text={problem} /> : null}
      <div className="desk-place-line">
        <span className="desk-place-what">
          {draft.driver ? t('指定 {name}', { name: draft.driver.name }) : t('自动派单')}
          {draft.driverCount > 1 ? ` × ${draft.driverCount}` : ''}
          {totalFen === null ? null : (
            <>
              {' · '}
              <Money fen={totalFen} />
            </>
          )}
        </span>
        {unknown ? <Button onClick={onGiveUp}>{t('放弃，查看客户订单')}</Button> : null}
        <Button data-step="place" type="primary" loading={pending} disabled={pending} onClick={onPlace}>
          {unknown ? t('再次确认') : t('立即下单')} <KeyHint keys="F9" />
        </Button>
      </div>
    </div>
  )
}
