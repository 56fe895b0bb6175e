import { type PhotoMatch, photoCalls } from '@chauffeur/contract/quality/photo'
import { photoCaseStateText } from '@chauffeur/contract/quality/photo-model'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { PicturePane } from '#kit/media/picture-pane.tsx'
import { FIT, type Look, turned, zoomed } from '#kit/media/picture.view.ts'
import { useLetters } from '#kit/queue/use-letters.ts'
import { refresh, useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Remaining } from '#ui/show/time.tsx'
import { besideOf, kindWords, nextOpen, type OrderPhotos, photoReads, stateTone, whyWords } from './photo.view.ts'
import { PhotoSide } from './photo-side.tsx'
import { StageStrip } from './stage-strip.tsx'
import { VerdictBar, type VerdictKeys } from './verdict-bar.tsx'
import { ViewTools } from './view-tools.tsx'
import './photo.css'

interface ReviewProps {
  orderId: string
  /** The picture to begin with. */
  fileId?: string
  /** Its keys are those of the page, or of the dialog it stands in. */
  within: 'page' | 'box'
  /** All pictures of the order are judged, or it was passed over: in words. */
  onDone?: (words: string) => void
}

/** All pictures of one order, one of them large: turned, enlarged, held beside its counterpart or one that shows the same, and judged. */
export function OrderReview({ orderId, ...rest }: ReviewProps) {
  const query = useCall(photoCalls.order, { orderId }, { saysRefusals: true, freshS: 300 })
  return (
    <Async query={query} skeleton={<Skeleton lines={14} height={28} />}>
      {(found) => <Known found={found} {...rest} />}
    </Async>
  )
}

/** What lies beside the picture: nothing, its counterpart, or another that shows the same. */
type Beside = 'NONE' | 'COUNTERPART' | 'MATCH'
/** Somebody leafing through a queue takes none of what they pass. */
const LOOKED_AT_MS = 1_200

function Known({ found, fileId, within, onDone }: Omit<ReviewProps, 'orderId'> & { found: OrderPhotos }) {
  const { photos, case: held, orderId } = found
  const [at, setAt] = useState(() => {
    const asked = photos.findIndex((photo) => photo.fileId === fileId)
    return asked >= 0 ? asked : Math.max(0, nextOpen(photos, -1))
  })
  const [look, setLook] = useState<Look>(FIT)
  const [beside, setBeside] = useState<Beside>('NONE')
  const [matchAt, setMatchAt] = useState(0)
  const [said, setSaid] = useState('')
  const mayReview = useMay(photoCalls.hold)
  const { send: hold } = useSend(photoCalls.hold, { refreshes: photoReads })
  const verdictKeys = useRef<VerdictKeys>(null)
  const judgedIds = useRef(new Set<string>())
  const photo = photos[at] ?? photos[0]!
  const matches = found.matches.filter((match) => match.fileId === photo.fileId)
  const match = matches[Math.min(matchAt, matches.length - 1)]
  const counterpart = besideOf(photo, photos)
  // Where a trick is suspected the other picture lies beside it without being asked for.
  const shows: Beside = beside === 'MATCH' && !match ? 'NONE' : beside === 'COUNTERPART' && !counterpart ? 'NONE' : beside

  const go = (to: number) => {
    const next = Math.max(0, Math.min(photos.length - 1, to))
    setAt(next)
    setMatchAt(0)
    setLook(FIT)
    setBeside(photos[next]?.flags.includes('REUSED') ? 'MATCH' : beside === 'MATCH' ? 'NONE' : beside)
  }
  const doHold = async (action: 'CLAIM' | 'RELEASE' | 'SKIP' | 'QUEUE') => {
    try {
      await hold({ orderId, action })
      if (action === 'SKIP' || action === 'RELEASE') onDone?.(t('{no} 已放回队列', { no: found.orderNo }))
    } catch (error) {
      void refresh(photoReads)
      setSaid(faultOf(error).title)
    }
  }
  const mine = held?.claimed?.mine === true
  const claims = within === 'page' && mayReview && held?.state === 'WAITING'
  const claim = useRef<() => void>(undefined)
  claim.current = () => void doHold('CLAIM')
  useEffect(() => {
    if (!claims || !orderId) return
    const timer = setTimeout(() => claim.current?.(), LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [claims, orderId])
  useEffect(() => {
    if (photos[at]?.flags.includes('REUSED')) setBeside('MATCH')
    // Once, for the picture that the review begins with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const acts: Record<string, (() => void) | undefined> = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    '+': () => setLook((now) => zoomed(now, 1)),
    '=': () => setLook((now) => zoomed(now, 1)),
    '-': () => setLook((now) => zoomed(now, -1)),
    '0': () => setLook(FIT),
    E: () => setLook((now) => turned(now, 1)),
    C: counterpart && (() => setBeside(shows === 'COUNTERPART' ? 'NONE' : 'COUNTERPART')),
    M: match && (() => setBeside(shows === 'MATCH' ? 'NONE' : 'MATCH')),
    S: mine ? () => void doHold('SKIP') : undefined,
    B: mine ? () => void doHold('RELEASE') : undefined,
  }
  const actOf = (key: string) => verdictKeys.current?.(key) ?? acts[key]
  useLetters(actOf, within === 'page')
  const press = (event: KeyboardEvent) => {
    if (within === 'page' || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('input, textarea')) return
    const act = actOf(event.key.length === 1 ? event.key.toUpperCase() : event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const judged = (words: string, all: boolean) => {
    setSaid(words)
    // What was said a moment ago may not have come back with the pictures yet.
    judgedIds.current.add(photo.fileId)
    const next = nextOpen(
      photos.map((one) => (judgedIds.current.has(one.fileId) ? { verdict: 'OK' as const } : one)),
      at,
    )
    if (all) onDone?.(t('{no} 已审核', { no: found.orderNo }))
    else if (next >= 0) go(next)
  }
  return (
    <div className="photo-review" data-within={within} onKeyDown={press}>
      <header>
        <a className="ui-link" href={`#/Order/Detail?orderId=${orderId}`}>
          {found.orderNo}
        </a>
        <span data-given="">
          {photo.driverName} <span className="ui-none">{photo.driverNo}</span>
        </span>
        {held ? <Tag tone={stateTone[held.state]}>{tr(photoCaseStateText[held.state])}</Tag> : null}
        {held && held.why.length > 0 ? <span className="ui-none">{whyWords(held)}</span> : null}
        {held?.claimed ? (
          <span>
            {held.claimed.mine ? t('由我处理') : t('{name} 正在处理', { name: held.claimed.name })} <Remaining until={held.claimed.until} />
          </span>
        ) : null}
        {mayReview && held && (held.state === 'CLEAR' || held.state === 'DONE' || held.state === 'OPEN') ? (
          <button type="button" className="ui-text-button" onClick={() => void doHold('QUEUE')}>
            {t('转入质检队列')}
          </button>
        ) : null}
      </header>
      <div className="photo-stage">
        <div className="photo-main">
          <div className="media-panes">
            <Side look={look} onLook={setLook} words={kindWords(photo)} url={photo.pictureUrl} alt={kindWords(photo)} />
            {shows === 'COUNTERPART' && counterpart ? (
              <Side look={look} onLook={setLook} words={kindWords(counterpart)} url={counterpart.pictureUrl} alt={kindWords(counterpart)} />
            ) : null}
            {shows === 'MATCH' && match ? <Match look={look} onLook={setLook} match={match} /> : null}
          </div>
          <ViewTools
            at={at}
            count={photos.length}
            look={look}
            onGo={go}
            onLook={setLook}
            counterpart={counterpart ? { on: shows === 'COUNTERPART', toggle: acts.C! } : null}
            match={match ? { on: shows === 'MATCH', toggle: acts.M! } : null}
          />
          {mayReview ? <VerdictBar key={photo.fileId} ref={verdictKeys} photo={photo} onDone={judged} onSaid={setSaid} /> : null}
          <p className="photo-said" role="status">
            {said}
          </p>
          <StageStrip photos={photos} at={at} onGo={go} />
        </div>
        <PhotoSide
          order={found}
          photo={photo}
          matches={matches}
          matchAt={matchAt}
          onMatch={(next) => {
            setMatchAt(next)
            setBeside('MATCH')
          }}
        />
      </div>
    </div>
  )
}

interface SideProps {
  look: Look
  onLook: (change: (now: Look) => Look) => void
  words: string
  url: string | null
  alt: string
}
/** Both are enlarged and turned as one. */
function Side({ look, onLook, words, url, alt }: SideProps) {
  return (
    <div className="photo-pane">
      <PicturePane look={look} onLook={onLook}>
        {url ? <img src={url} alt={alt} onError={() => void refresh([photoCalls.order])} /> : <span>{t('照片正在处理')}</span>}
      </PicturePane>
      <span className="photo-pane-words">{words}</span>
    </div>
  )
}
function Match({ match, ...look }: Pick<SideProps, 'look' | 'onLook'> & { match: PhotoMatch }) {
  const { other } = match
  if (!other) return <p className="photo-hidden">{t('相同的照片属于您业务范围以外的订单')}</p>
  const words = `${other.orderNo} · ${other.driverName} · ${kindWords(other)}`
  return <Side {...look} words={words} url={other.pictureUrl} alt={words} />
}
