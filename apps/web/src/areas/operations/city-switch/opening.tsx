import { type CityRow, cityOpeningCalls, cityStateText } from '@chauffeur/contract/operations/city-opening'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { cityStateTone } from '../city/city.view.ts'

const CloseForm = lazyPiece(() => import('../city/city-close.form.tsx'))
const ManyDrawer = lazyPiece(() => import('./many-cities.drawer.tsx'))
const CheckDrawer = lazyPiece(() => import('../city/city-check.drawer.tsx'))

const ALL = 200

/** Whether cities take orders: for each its state with the way to stop and to open it, and once the dialogs those lead to. */
export function useOpenings(): {
  of: (cityId: string) => ReactNode
  /** Opens the drawer for many of them; nothing where the asker moves none. */
  many: ReactNode
  dialogs: ReactNode
  refetch: () => Promise<unknown>
} {
  const query = useCall(cityOpeningCalls.list, { pageSize: ALL })
  const [closing, setClosing] = useState<{ row: CityRow; open: boolean } | null>(null)
  const [many, setMany] = useState(false)
  const [checking, setChecking] = useState<CityRow | null>(null)
  const rows = new Map(query.data?.rows.map((row) => [row.cityId, row]))
  return {
    refetch: query.refetch,
    many: query.data?.rows.some(({ allowedActions: can }) => can.includes('close') || can.includes('open')) ? (
      <Button onClick={() => setMany(true)}>{t('多个城市停止或开始接单')}</Button>
    ) : null,
    of: (cityId) => {
      const row = rows.get(cityId)
      return row ? <Opening row={row} onStop={() => setClosing({ row, open: true })} onOpen={() => setChecking(row)} /> : null
    },
    dialogs: (
      <>
        <WhenOpened open={many}>
          <ManyDrawer cities={query.data?.rows ?? []} open={many} onClose={() => setMany(false)} />
        </WhenOpened>
        <WhenOpened open={closing !== null}>
          {closing ? <CloseForm open={closing.open} row={closing.row} onClose={() => setClosing({ ...closing, open: false })} /> : null}
        </WhenOpened>
        <WhenOpened open={checking !== null}>
          <CheckDrawer row={checking} onClose={() => setChecking(null)} />
        </WhenOpened>
      </>
    ),
  }
}

interface OpeningProps {
  row: CityRow
  onStop: () => void
  onOpen: () => void
}
const Opening = ({ row, onStop, onOpen }: OpeningProps) => (
  <span className="city-opening">
    <Tag tone={cityStateTone[row.state]}>{tr(cityStateText[row.state])}</Tag>
    <Closing row={row} />
    {row.allowedActions.includes('open') ? (
      <button type="button" className="ui-text-button" aria-label={t('开通 {name}', { name: tr(row.name) })} onClick={onOpen}>
        {t('开通')}
      </button>
    ) : row.allowedActions.includes('close') ? (
      <button type="button" className="ui-text-button" aria-label={t('{name} 停止接单', { name: tr(row.name) })} onClick={onStop}>
        {t('停止接单')}
      </button>
    ) : null}
  </span>
)

/** When a closing that is planned begins, or when one that goes on ends. */
function Closing({ row: { state, closedFrom, closedUntil, closedReason, utcOffsetMinutes } }: { row: CityRow }) {
  if (state === 'PAUSED' && closedUntil)
    return (
      <span title={closedReason}>
        <Time at={closedUntil} as="short" offsetMinutes={utcOffsetMinutes} /> {t('恢复')}
      </span>
    )
  return state === 'OPEN' && closedFrom && new Date(closedFrom) > new Date() ? (
    <span title={closedReason}>
      <Time at={closedFrom} as="short" offsetMinutes={utcOffsetMinutes} /> {t('停止')}
    </span>
  ) : null
}
