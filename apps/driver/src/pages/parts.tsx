import { t } from '../platform/text.ts'
import type { Act } from '../platform/use-act.ts'

export const Problem = ({ of: { problem } }: { of: Pick<Act, 'problem'> }) =>
  problem ? (
    <p className="problem" role="alert">
      {problem}
    </p>
  ) : null

/** The heading of what has just been opened: read from its top, and by the keyboard from there on. */
export function arriveAt(heading: HTMLElement | null): void {
  if (!heading) return
  heading.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** Whom a driver asks. */
export const ServicePhone = ({ phone }: { phone: string }) =>
  phone ? (
    <p className="hint">
      <a href={`tel:${phone}`}>{t('客服电话 {phone}', { phone })}</a>
    </p>
  ) : null

interface Place {
  address: string
  lat: number | null
  lng: number | null
  /** Where the customer stands: an entrance, a sign. */
  note?: string
}

/** Where to go, by name; with its point also the way there, in whatever map the telephone has. */
export function Where({ mark, place }: { mark: 'pickup' | 'dropoff'; place: Place | null }) {
  const pinned = place !== null && place.lat !== null && place.lng !== null
  return (
    <p className="where">
      <b data-mark={mark}>{mark === 'pickup' ? t('上') : t('下')}</b>
      <span>
        {place?.address ?? t('目的地到了再说')}
        {place?.note ? <small> {place.note}</small> : null}
      </span>
      {pinned ? (
        <a href={wayTo(place.lat!, place.lng!, place.address)} target="_blank" rel="noreferrer">
          {t('导航')}
        </a>
      ) : null}
    </p>
  )
}

/** AMap's own address for a way, which opens its app where there is one; it turns WGS84 itself. */
const wayTo = (lat: number, lng: number, name: string): string =>
  `https://uri.amap.com/navigation?to=${lng},${lat},${encodeURIComponent(name)}&mode=car&coordinate=wgs84&callnative=1`
