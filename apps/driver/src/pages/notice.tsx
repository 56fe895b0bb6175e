import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { compareVersions } from '@chauffeur/contract/kernel/app-client'
import { useEffect, useState } from 'react'
import { PAGE_VERSION } from '../platform/app-client.ts'
import { keep, kept } from '../platform/kept.ts'
import { clock, money, t } from '../platform/text.ts'
import type { App } from '../platform/use-app.ts'
import { ask } from '../platform/wire.ts'
import { useWeather } from '../platform/use-weather.ts'

const QUEUE_LOOK_MS = 15_000

/** Where the driver stands in the queue of an area, as long as they stand in one. */
export function Queue({ token }: { token: string }) {
  const [queue, setQueue] = useState<AnswerOf<typeof dispatchCalls.queue>['queue']>(null)
  useEffect(() => {
    const look = () =>
      void ask(dispatchCalls.queue, {}, token).then(
        (found) => setQueue(found.queue),
        () => undefined,
      )
    look()
    const timer = setInterval(look, QUEUE_LOOK_MS)
    return () => clearInterval(timer)
  }, [token])
  return queue ? (
    <p className="notice" role="status">
      {t('{name} · 排队第 {place} 位，共 {waiting} 人', { name: queue.name, place: queue.place, waiting: queue.waiting })}
    </p>
  ) : null
}

const READ = 'chauffeur.driver.notice'

/** What the company has to say: its notice until it was read, and that there is a newer version. */
export function Notice({ app: { notice, latestVersion } }: { app: App }) {
  const [read, setRead] = useState(() => kept(READ))
  const done = () => {
    keep(READ, notice)
    setRead(notice)
  }
  return (
    <>
      {notice && notice !== read ? (
        <section className="card" aria-label={t('公告')}>
          <p className="notice">{notice}</p>
          <button type="button" className="plain" onClick={done}>
            {t('知道了')}
          </button>
        </section>
      ) : null}
      {compareVersions(PAGE_VERSION, latestVersion) === -1 ? (
        <p className="hint">
          {t('有新版本 {version}', { version: latestVersion })}{' '}
          <button type="button" className="quiet" onClick={() => location.reload()}>
            {t('重新载入')}
          </button>
        </p>
      ) : null}
    </>
  )
}

/** What bad weather in the city means for the driver, as long as it is switched on. */
export function Weather({ token }: { token: string }) {
  const weather = useWeather(token)
  if (!weather?.on || weather.until === null) return null
  const means = [
    weather.flatFen !== null && t('每单加 {money}', { money: money(weather.flatFen) }),
    weather.rateBp !== null && t('起步费与里程费 ×{factor}', { factor: weather.rateBp / 10_000 }),
    weather.levelsProtected && t('不扣经验、不降级'),
  ].filter((one) => one !== false)
  return (
    <p className="hint" role="status">
      {[t('恶劣天气，至 {time}', { time: clock(weather.until) }), ...means].join(' · ')}
    </p>
  )
}
