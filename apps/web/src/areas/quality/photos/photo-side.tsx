import { type PhotoMatch, photoCalls, photoEventText } from '@chauffeur/contract/quality/photo'
import { photoFlagText, photoSourceText } from '@chauffeur/contract/quality/photo-model'
import { useMemo, useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { useMapConfig } from '#shared/city/map-config.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { MapView } from '#ui/map/map.tsx'
import { Distance } from '#ui/show/measure.tsx'
import { Time } from '#ui/show/time.tsx'
import { type FullPhoto, isGrave, kindWords, likeWords, type OrderPhotos, saidWhy } from './photo.view.ts'

const OriginalDialog = lazyPiece(() => import('./original.dialog.tsx'))

interface SideProps {
  order: OrderPhotos
  photo: FullPhoto
  matches: readonly PhotoMatch[]
  matchAt: number
  onMatch: (at: number) => void
}

/** Beside the picture: what was found, where and when it was taken, what shows the same, and what became of it. */
export function PhotoSide({ order, photo, matches, matchAt, onMatch }: SideProps) {
  const mayOriginal = useMay(photoCalls.original)
  const [original, setOriginal] = useState(false)
  return (
    <aside className="photo-side" aria-label={t('照片信息')}>
      {photo.flags.length > 0 ? (
        <ul className="photo-found" aria-label={t('自动检查')}>
          {photo.flags.map((flag) => (
            <li key={flag} data-grave={isGrave(flag)}>
              {tr(photoFlagText[flag])}
            </li>
          ))}
        </ul>
      ) : null}
      {matches.length > 0 ? (
        <section>
          <h3>{t('相同的照片')}</h3>
          <ul className="photo-matches">
            {matches.map((match, position) => (
              <li key={match.otherId}>
                <button type="button" aria-current={position === matchAt} onClick={() => onMatch(position)}>
                  {match.other?.thumbUrl ? <img src={match.other.thumbUrl} alt="" /> : <span className="photo-none" />}
                  <span>
                    <b>{match.other?.orderNo ?? t('业务范围以外')}</b>
                    <span data-given="">{match.other ? `${match.other.driverName} · ${kindWords(match.other)}` : ''}</span>
                    <span className={match.sameDriver ? 'ui-none' : 'photo-grave'}>
                      {likeWords(match)} · {match.sameDriver ? t('同一司机') : t('其他司机')}
                    </span>
                    {match.other ? <Time at={match.other.uploadedAt} as="short" /> : null}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <PhotoMap order={order} photo={photo} />
      <Facts
        facts={[
          [t('拍摄时间'), photo.takenAt ? <Time key="taken" at={photo.takenAt} as="exact" /> : t('没有记录')],
          [t('上传时间'), <Time key="up" at={photo.uploadedAt} as="exact" />],
          [t('拍摄位置'), photo.place ? `${photo.place.lat.toFixed(5)}, ${photo.place.lng.toFixed(5)}` : t('没有记录')],
          photo.awayM !== null && [t('离行程'), <Distance key="away" m={photo.awayM} />],
          photo.source !== null && [t('来源〔照片〕'), tr(photoSourceText[photo.source])],
          [t('接单'), order.acceptedAt && <Time key="accepted" at={order.acceptedAt} as="exact" />],
          [t('出发'), order.departAt && <Time key="depart" at={order.departAt} as="exact" />],
          [t('结束〔行程〕'), order.endedAt && <Time key="ended" at={order.endedAt} as="exact" />],
          photo.retakeUntil !== null && [t('重拍期限'), <Time key="until" at={photo.retakeUntil} as="exact" />],
        ]}
      />
      <p className="ui-none photo-digest" title={photo.sha256}>
        SHA-256 {photo.sha256.slice(0, 16)}…
      </p>
      {mayOriginal && photo.hasOriginal ? (
        <button type="button" className="ui-text-button" onClick={() => setOriginal(true)}>
          {t('查看原图（记入日志）')}
        </button>
      ) : null}
      <PhotoLog photo={photo} />
      <WhenOpened open={original}>
        <OriginalDialog open={original} photo={photo} onClose={() => setOriginal(false)} />
      </WhenOpened>
    </aside>
  )
}

/** Where the trip began and ended, and where its pictures were taken; the one that is looked at stands out. */
function PhotoMap({ order, photo }: Pick<SideProps, 'order' | 'photo'>) {
  const config = useMapConfig()
  const { pickup, dropoff, photos } = order
  const marks = useMemo(
    () => [
      ...(pickup
        ? [{ id: 'pickup', lat: pickup.lat, lng: pickup.lng, label: pickup.address, sign: t('上'), tone: 'pickup' as const }]
        : []),
      ...(dropoff
        ? [{ id: 'dropoff', lat: dropoff.lat, lng: dropoff.lng, label: dropoff.address, sign: t('下'), tone: 'dropoff' as const }]
        : []),
      ...photos.flatMap((one, index) =>
        one.place
          ? [
              {
                id: one.fileId,
                lat: one.place.lat,
                lng: one.place.lng,
                label: kindWords(one),
                sign: String(index + 1),
                tone: one.fileId === photo.fileId ? ('car' as const) : ('stop' as const),
                ...(one.fileId === photo.fileId && { name: kindWords(one) }),
              },
            ]
          : [],
      ),
    ],
    [pickup, dropoff, photos, photo.fileId],
  )
  const view = useMemo(() => ({ fit: marks.map(({ lat, lng }) => ({ lat, lng })), maxZoom: 15 }), [marks])
  const first = marks[0]
  if (!first) return null
  return (
    <div className="photo-map">
      <MapView label={t('照片拍摄位置')} config={config} start={{ centre: first, zoom: 13 }} view={view} marks={marks} />
    </div>
  )
}

function PhotoLog({ photo }: { photo: FullPhoto }) {
  const rows = useCall(photoCalls.log, { fileId: photo.fileId }, { silent: true }).data?.rows ?? []
  return (
    <ol className="photo-log" aria-label={t('照片审核记录')}>
      {rows
        .filter(({ event }) => event !== 'screen')
        .map((row) => (
          <li key={`${row.at} ${row.event}`}>
            <span>
              {tr(photoEventText[row.event] ?? row.event)}
              {row.reason ? <span data-given=""> · {saidWhy(row.reason)}</span> : null}
            </span>
            <span className="ui-none">
              <span data-given="">{row.actor || t('系统')}</span> · <Time at={row.at} as="short" />
            </span>
          </li>
        ))}
    </ol>
  )
}
