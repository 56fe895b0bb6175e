import type { InputOf } from '@chauffeur/contract/kernel/call'
import { photoCalls, type PhotoRow } from '@chauffeur/contract/quality/photo'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { refresh, useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Time } from '#ui/show/time.tsx'
import { flagWords, isGrave, kindWords, shortVerdict } from './photo.view.ts'

export type WallInput = Omit<InputOf<typeof photoCalls.photoList>, 'pageNo' | 'pageSize'>

const TILE_PX = 196
const ROW_PX = 210
/** About so many are asked for at once: whole rows, so that each row is of one page. */
const PAGE = 120
/** Rows that only fly past ask for nothing. */
const STAYS_MS = 90

interface WallProps {
  ref: RefObject<HTMLDivElement | null>
  input: WallInput
  total: number
  onOpen: (photo: PhotoRow) => void
}

/** Thousands of small pictures, of which only those in sight are there; arrows walk over them. */
export function PhotoWall({ ref: box, input, total, onOpen }: WallProps) {
  const [perRow, setPerRow] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setPerRow(Math.max(1, Math.floor(element.clientWidth / TILE_PX))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  const virtual = useVirtualizer({
    count: perRow === 0 ? 0 : Math.ceil(total / perRow),
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 3,
  })
  const rowsAPage = Math.max(1, Math.floor(PAGE / Math.max(1, perRow)))
  const step: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow }
  const press = (event: KeyboardEvent) => {
    const by = step[event.key]
    const from = (event.target as HTMLElement).dataset.at
    if (by === undefined || from === undefined) return
    event.preventDefault()
    const to = Math.max(0, Math.min(total - 1, Number(from) + by))
    virtual.scrollToIndex(Math.floor(to / perRow))
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus({ preventScroll: true }))
  }
  return (
    <div ref={box} className="photo-wall">
      <div role="list" aria-label={t('照片')} style={{ height: virtual.getTotalSize() }} onKeyDown={press}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            role="presentation"
            className="photo-row"
            style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}
          >
            <WallRow
              input={input}
              first={index * perRow}
              count={Math.min(perRow, total - index * perRow)}
              pageNo={Math.floor(index / rowsAPage) + 1}
              pageSize={rowsAPage * perRow}
              onOpen={onOpen}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  input: WallInput
  first: number
  count: number
  pageNo: number
  pageSize: number
  onOpen: (photo: PhotoRow) => void
}
/** Until it stays in sight a row is empty places: to ask for its page, and to draw it, is for those that are looked at. */
const WallRow = memo(function WallRow(props: RowProps) {
  const [stays, setStays] = useState(props.pageNo === 1)
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), STAYS_MS)
    return () => clearTimeout(timer)
  }, [])
  return stays ? <LookedAt {...props} /> : Array.from({ length: props.count }, (_, position) => <Place key={position} />)
})

const Place = () => <span className="photo-tile photo-none" />

function LookedAt({ input, first, count, pageNo, pageSize, onOpen }: RowProps) {
  const query = useCall(photoCalls.photoList, { ...input, pageNo, pageSize }, { silent: true, freshS: 60 })
  const from = first - (pageNo - 1) * pageSize
  return Array.from({ length: count }, (_, position) => {
    const photo = query.data?.rows[from + position]
    return (
      <div key={first + position} role="listitem">
        {photo ? <Tile photo={photo} at={first + position} onOpen={onOpen} /> : <Place />}
      </div>
    )
  })
}

/** Their addresses open for an hour: whoever scrolls on after that gets new ones, once. */
const useFresh = () => {
  const asked = useRef(false)
  return () => {
    if (asked.current) return
    asked.current = true
    void refresh([photoCalls.photoList])
  }
}

const Tile = memo(function Tile({ photo, at, onOpen }: { photo: PhotoRow; at: number; onOpen: (photo: PhotoRow) => void }) {
  const broken = useFresh()
  const flags = flagWords(photo.flags)
  return (
    <button type="button" className="photo-tile" data-at={at} data-verdict={photo.verdict} onClick={() => onOpen(photo)}>
      {photo.thumbUrl ? (
        <img src={photo.thumbUrl} alt="" decoding="async" width={180} height={136} onError={broken} />
      ) : (
        <span className="photo-no-thumb">{t('正在生成缩略图')}</span>
      )}
      {flags ? (
        <span className="photo-flags" data-grave={photo.flags.some(isGrave)} title={flags}>
          {flags}
        </span>
      ) : null}
      <span className="photo-line">
        <b>{kindWords(photo)}</b> <span className="sr-only">{photo.orderNo}</span>
        <span className="photo-verdict">{shortVerdict(photo)}</span>
      </span>
      <span className="photo-line ui-none">
        <span data-given="">{photo.driverName || photo.driverNo}</span>
        <Time at={photo.takenAt ?? photo.uploadedAt} as="short" />
      </span>
    </button>
  )
})
