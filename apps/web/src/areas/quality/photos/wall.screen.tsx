import { photoCalls, type PhotoRow } from '@chauffeur/contract/quality/photo'
import {
  orderFileKindText,
  photoFlagText,
  photoReasonText,
  photoStageText,
  photoVerdictText,
} from '@chauffeur/contract/quality/photo-model'
import type { InputRef } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FilterBar } from '#kit/filter/filter-bar.tsx'
import { callInputOf, type FilterValues } from '#kit/filter/filter.view.ts'
import { filterKit as f, useFilters } from '#kit/list/filters.ts'
import { useSearchKey } from '#kit/list/list-keys.ts'
import { useListState } from '#kit/list/list-state.ts'
import { useCall } from '#platform/http/call.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { PhotoWall, type WallInput } from './photo-wall.tsx'
import './photo.css'

const Viewer = lazyPiece(() => import('./viewer.dialog.tsx'))

/** Every picture of orders in sight, small; one is opened with all that belongs to it. */
export default function PhotoWallScreen() {
  const language = useLocale()
  const filters = useFilters(
    useMemo(
      () =>
        language
          ? [
              f.keyword(t('订单号、司机姓名或工号')),
              f.word('stage', t('行程阶段'), photoStageText),
              f.word('flag', t('自动检查'), photoFlagText),
              f.status('verdicts', t('审核结果'), photoVerdictText),
              f.city(),
              f.days('uploaded', t('上传时间')),
              f.status('kinds', t('照片类型'), orderFileKindText, { more: true }),
              f.word('reason', t('不合格原因'), photoReasonText, { more: true }),
              f.pick('driver', { more: true }),
            ]
          : [],
      [language],
    ),
  )
  const { state, go, clear, turn, onUnsettled } = useListState(none, filters, undefined)
  const input = useMemo(() => {
    const { pageNo: _no, pageSize: _size, ...rest } = callInputOf({ ...state, pageNo: 1 }, filters)
    return rest as WallInput
  }, [state, filters])
  const onValues = useCallback((values: FilterValues) => go({ values }), [go])
  const search = useRef<InputRef>(null)
  useSearchKey(() => search.current?.focus({ cursor: 'all' }))
  const wall = useRef<HTMLDivElement>(null)
  const first = useCall(photoCalls.photoList, { ...input, pageNo: 1, pageSize: 1 }, { keepPrevious: true, saysRefusals: true })
  const total = first.data?.total ?? 0
  const [open, setOpen] = useState<PhotoRow | null>(null)
  const key = JSON.stringify(input)
  useEffect(() => setOpen(null), [key])
  const narrowed = Object.keys(input).length > 0
  return (
    <Page
      title={t('质检照片墙')}
      fill
      extra={first.data ? t('{n} 张', { n: `${countText(total)}${first.data.totalCapped ? '+' : ''}` }) : undefined}
    >
      <div className="ui-table-head">
        <FilterBar
          key={turn}
          filters={filters}
          values={state.values}
          unread={state.unread}
          textRef={search}
          settled={first.data !== undefined}
          onChange={onValues}
          onUnsettled={onUnsettled}
          onClear={clear}
          onDown={() => wall.current?.querySelector('button')?.focus()}
        />
      </div>
      {first.error && !first.data ? (
        <Fault error={first.error} retry={first.refetch} />
      ) : first.data && total === 0 ? (
        <EmptyState
          title={narrowed ? t('没有符合条件的照片') : t('还没有订单照片')}
          hint={narrowed ? t('换一个条件再看') : t('司机在行程中拍摄的车况、着装、停车与票据照片会出现在这里')}
        />
      ) : first.data === undefined ? (
        <Skeleton lines={6} height={120} />
      ) : (
        <PhotoWall key={key} ref={wall} input={input} total={total} onOpen={setOpen} />
      )}
      <WhenOpened open={open !== null}>
        <Viewer photo={open} onClose={() => setOpen(null)} />
      </WhenOpened>
    </Page>
  )
}
const none: readonly never[] = []
