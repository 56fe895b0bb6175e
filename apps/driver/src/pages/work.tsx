import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { FaceTrigger } from '@chauffeur/contract/qualification/face'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useCallback, useEffect, useState } from 'react'
import { allowSound, keepAwake } from '../platform/alert.ts'
import { useOffers } from '../platform/offers.ts'
import { useBulletins } from '../platform/use-bulletins.ts'
import { useDisplay } from '../platform/use-display.ts'
import { usePosition } from '../platform/position.ts'
import type { Session } from '../platform/session.ts'
import { t } from '../platform/text.ts'
import type { App, Shut } from '../platform/use-app.ts'
import { useAct } from '../platform/use-act.ts'
import { ask, listenForFace, Refused } from '../platform/wire.ts'
import { LanguageButton } from '../messages/language-button.tsx'
import { listenForPushes } from '../messages/push.ts'
import { listenForTold, toldAtStart } from '../messages/told.ts'
import { useMessages } from '../messages/use-messages.ts'
import { BulletinsPage, UnreadBulletin } from './bulletins.tsx'
import { ClaimButton, Claims } from './claims.tsx'
import { ExamButton, Exams } from '../exam/exams.tsx'
import { FaceButton, FacePage } from './face.tsx'
import { RetakeButton, Retakes } from '../photos/retakes.tsx'
import { useResumed } from '../photos/use-uploads.ts'
import { OfferCard } from './order/offer-card.tsx'
import { Level } from './level.tsx'
import { leadOf, type Leads, MessagesPage, UnreadMessage } from '../messages/messages.tsx'
import { Notice, Queue, Weather } from './notice.tsx'
import { Problem, ServicePhone } from './parts.tsx'
import { AppealButton, Appeals } from './standing/appeals.tsx'
import { Conditions, Fitness } from './standing/conditions.tsx'
import { Trip } from './order/trip.tsx'
import { Wallet } from './wallet.tsx'

type Me = AnswerOf<typeof dispatchCalls.me>
/** The desk may have given an order, or taken one away: offers are pushed, this is looked up. */
const LOOK_MS = 5_000

interface Props {
  session: Session
  app: App | null
  /** Why the page may not be used any more once the order in hand is done. */
  shut: Shut | null
  /** The bill of the last order stays until the driver is done with it, whatever else is known by then. */
  billShown: boolean
  onBillShown: (shown: boolean) => void
  onSignedOut: () => void
}

/** On and off duty, offers, and the order in hand. */
export function Work({ session, app, shut, billShown, onBillShown, onSignedOut }: Props) {
  const { token } = session
  const [me, setMe] = useState<Me | null>(null)
  const [opened, setOpened] = useState<Leads | 'BULLETINS' | 'MESSAGES' | null>(null)
  const [face, setFace] = useState<FaceTrigger | null>(null)
  const act = useAct()
  const look = useDisplay(token)
  const { bulletins, read } = useBulletins(token)
  const { messages, look: lookAtMessages, read: readMessages } = useMessages(token)
  const uploads = useResumed(token)
  const onDuty = me !== null && me.workStatus !== 'OFFLINE'
  const locating = usePosition(token, onDuty)
  const offers = useOffers(token, onDuty && me.order === null, lookAtMessages)

  const lookUp = useCallback(
    () =>
      ask(dispatchCalls.me, {}, token).then(setMe, (error: unknown) => {
        if (error instanceof Refused && error.error === 'signedOut') onSignedOut()
      }),
    [token, onSignedOut],
  )
  useEffect(() => {
    if (billShown) return
    void lookUp()
    const timer = setInterval(() => void lookUp(), LOOK_MS)
    return () => clearInterval(timer)
  }, [lookUp, billShown])
  useEffect(() => (onDuty ? keepAwake() : undefined), [onDuty])

  useEffect(() => listenForFace(setFace), [])
  useEffect(() => listenForPushes(token), [token])
  const [told, setTold] = useState(toldAtStart)
  useEffect(() => listenForTold(setTold), [])
  // A notice that was touched leads to what it is about, as soon as it is known what the company shows.
  useEffect(() => {
    if (!told || !look) return
    setTold(null)
    const to = leadOf(told.event)
    const isShown = to === 'WALLET' ? look.wallet : to === 'LEVEL' ? look.level : true
    setOpened(to && isShown ? to : 'MESSAGES')
    readMessages([{ messageId: told.id }]).catch(() => undefined)
  }, [told, look, readMessages])

  const duty = (on: boolean) =>
    act.run(async () => {
      if (on) allowSound()
      const { workStatus } = await (on ? ask(dispatchCalls.goOnline, {}, token) : ask(dispatchCalls.goOffline, {}, token))
      setMe((was) => was && { ...was, workStatus })
    })
  const signOut = () =>
    act.run(async () => {
      await ask(dispatchCalls.signOut, {}, token)
      onSignedOut()
    })

  if (!me || !look)
    return (
      <main className="sheet">
        <p role="status">{t('正在打开…')}</p>
      </main>
    )
  const servicePhone = look.servicePhone || (app?.servicePhone ?? '')
  const leadsTo = (to: Leads) => (to === 'WALLET' ? look.wallet : to === 'LEVEL' ? look.level : true)
  // What is no longer shown closes.
  const shown = opened === 'WALLET' ? look.wallet : opened === 'LEVEL' ? look.level : true
  if (face && me.order === null) {
    const done = () => setFace(null)
    // Who wanted to go on duty is there as soon as their face is passed; whatever else wanted it is asked for anew.
    const passed = () => {
      done()
      if (face === 'ONLINE') duty(true)
    }
    return <FacePage token={token} trigger={face} onPassed={passed} onClose={done} />
  }
  // An order or an offer comes first.
  if (opened && shown && me.order === null && offers.length === 0) {
    const close = () => setOpened(null)
    if (opened === 'FACE') return <FacePage token={token} trigger={null} onPassed={close} onClose={close} />
    if (opened === 'BULLETINS') return <BulletinsPage bulletins={bulletins} onRead={read} onClose={close} />
    if (opened === 'MESSAGES')
      return <MessagesPage token={token} messages={messages} onRead={readMessages} onLead={setOpened} leadsTo={leadsTo} onClose={close} />
    const Opened = {
      ...{ WALLET: Wallet, LEVEL: Level, EXAMS: Exams, PHOTOS: Retakes },
      ...{ CLAIMS: Claims, CONDITIONS: Conditions, APPEALS: Appeals },
    }[opened]
    return <Opened token={token} onClose={close} />
  }
  return (
    <main className="sheet">
      <header>
        <strong>{app?.name || session.brandName}</strong>
        <span>
          {session.name} · {session.driverNo}
        </span>
      </header>
      {app ? <Notice app={app} /> : null}
      {me.order === null && offers.length === 0 ? <UnreadBulletin bulletins={bulletins} onRead={read} /> : null}
      {me.order === null && offers.length === 0 ? (
        <UnreadMessage messages={messages} onRead={readMessages} onLead={setOpened} leadsTo={leadsTo} />
      ) : null}
      {look.weather ? <Weather token={token} /> : null}
      {shut && me.order ? (
        <p className="problem" role="status">
          {t('请先完成这一单。{why}', { why: shut.message })}
        </p>
      ) : null}
      {onDuty && locating === 'DENIED' ? (
        <p className="problem" role="alert">
          {t('没有定位就接不到单：请在浏览器设置里允许定位')}
        </p>
      ) : null}
      {onDuty && locating === 'LOST' ? <p className="hint">{t('暂时定位不到，正在重试')}</p> : null}
      <Problem of={act} />
      {me.order ? (
        <Trip
          key={me.order.orderId}
          token={token}
          order={me.order}
          servicePhone={servicePhone}
          onChanged={lookUp}
          onBillShown={onBillShown}
        />
      ) : (
        <>
          {offers.map((offer) => (
            <OfferCard key={offer.offerId} token={token} offer={offer} estimate={look.estimate} onAnswered={lookUp} />
          ))}
          {onDuty && look.queue ? <Queue token={token} /> : null}
          {onDuty ? (
            offers.length === 0 ? (
              <p className="state" role="status">
                {t('正在听单…')}
              </p>
            ) : null
          ) : (
            <>
              <p className="state">{t('未上线')}</p>
              {look.offDutyText ? <p className="notice">{look.offDutyText}</p> : null}
              <Fitness token={token} />
            </>
          )}
          <RetakeButton token={token} pending={uploads.pending.length} onOpen={() => setOpened('PHOTOS')} />
          <button type="button" className={onDuty ? 'plain' : 'primary'} disabled={act.busy} onClick={() => duty(!onDuty)}>
            {onDuty ? t('下线') : t('上线接单')}
          </button>
          {look.wallet ? (
            <button type="button" className="plain" onClick={() => setOpened('WALLET')}>
              {t('钱包')}
            </button>
          ) : null}
          {look.level ? (
            <button type="button" className="plain" onClick={() => setOpened('LEVEL')}>
              {t('我的等级')}
            </button>
          ) : null}
          <button type="button" className="plain" onClick={() => setOpened('MESSAGES')}>
            {messages && messages.unread > 0 ? t('消息（{n} 条未读）', { n: messages.unread }) : t('消息')}
          </button>
          {bulletins && bulletins.rows.length > 0 ? (
            <button type="button" className="plain" onClick={() => setOpened('BULLETINS')}>
              {bulletins.unread > 0 ? t('公司公告（{n} 条未读）', { n: bulletins.unread }) : t('公司公告')}
            </button>
          ) : null}
          <ExamButton token={token} onOpen={() => setOpened('EXAMS')} />
          <ClaimButton token={token} onOpen={() => setOpened('CLAIMS')} />
          <AppealButton token={token} onOpen={() => setOpened('APPEALS')} />
          <button type="button" className="plain" onClick={() => setOpened('CONDITIONS')}>
            {t('上线条件')}
          </button>
          <FaceButton token={token} onOpen={() => setOpened('FACE')} />
          <LanguageButton token={token} />
          {onDuty ? null : (
            <button type="button" className="quiet" disabled={act.busy} onClick={signOut}>
              {t('退出登录')}
            </button>
          )}
        </>
      )}
      <ServicePhone phone={servicePhone} />
    </main>
  )
}
