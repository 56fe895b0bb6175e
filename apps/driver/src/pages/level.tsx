import { driverLevelAppCalls, type ExpEntry } from '@chauffeur/contract/driver/level-driver'
import { type ExpEvent, levelName } from '@chauffeur/contract/driver/level-model'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useState } from 'react'
import { clock, distance, inChinese, t } from '../platform/text.ts'
import { ask } from '../platform/wire.ts'
import { Problem } from './parts.tsx'

type Standing = AnswerOf<typeof driverLevelAppCalls.level>

const percent = (bp: number) => `${Number((bp / 100).toFixed(2))}%`

/** What the driver's level is, why, what it gives, and what moved it. */
export function Level({ token, onClose }: { token: string; onClose: () => void }) {
  const [standing, setStanding] = useState<Standing | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    ask(driverLevelAppCalls.level, {}, token).then(setStanding, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : String(error)),
    )
  }, [token])
  return (
    <main className="sheet">
      <header>
        <strong>{t('我的等级')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      <Problem of={{ problem }} />
      {standing ? <Stands standing={standing} /> : problem ? null : <p role="status">{t('正在打开…')}</p>}
    </main>
  )
}

function Stands({ standing }: { standing: Standing }) {
  const { figures, experience } = standing
  return (
    <>
      <section className="card" aria-label={t('我的等级')}>
        <h2>
          {levelName(standing.name, !inChinese)} <span>{t('经验值 {n}', { n: figures.exp })}</span>
        </h2>
        {standing.words.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </section>
      <Gives standing={standing} />
      <ul className="lines">
        <li>
          {t('本月完单')} <b>{figures.orders}</b>
        </li>
        <li>
          {t('有责取消率')} <b>{percent(figures.cancelBp)}</b>
        </li>
        <li>
          {t('接单率（近 {n} 天）', { n: standing.acceptance.days })}{' '}
          <b>{figures.acceptBp === null ? t('没有派单') : percent(figures.acceptBp)}</b>
        </li>
        <li>
          {t('评分')} <b>{(figures.ratingX100 / 100).toFixed(2)}</b>
        </li>
      </ul>
      {standing.acceptance.words.map((sentence) => (
        <p className="hint" key={sentence}>
          {sentence}
        </p>
      ))}
      <section aria-label={t('经验值明细')}>
        <h2>{t('经验值明细')}</h2>
        {experience.length === 0 ? <p className="hint">{t('还没有经验值记录')}</p> : null}
        <ul className="lines">
          {experience.map((entry) => (
            <li key={entry.experienceId}>
              <span>
                {eventWords(entry.event)} <small className="hint">{clock(entry.at)}</small>
              </span>
              <b>{deltaWords(entry)}</b>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const eventWords = (event: ExpEvent): string =>
  ({
    ORDER_DONE: t('完成一单'),
    PEAK_ORDER: t('高峰时段订单'),
    NIGHT_ORDER: t('夜间订单'),
    PEAK_HOUR: t('高峰在线满 1 小时'),
    PRAISE: t('表扬'),
    COMPLAINT: t('投诉'),
    PHOTO_OK: t('照片合格'),
    PHOTO_BAD: t('照片不合格'),
    PHOTO_REVISED: t('照片改判'),
    CANCEL: t('有责取消'),
    CANCEL_FORGIVEN: t('取消改判无责'),
  })[event]
const noteWords = (note: ExpEntry['note']): string =>
  ({ '': '', DAY_CAP: t('已达每日上限'), PROTECTED: t('保护期内不扣'), NO_RULE: t('不计经验'), FLOOR: t('已扣至零') })[note]
const deltaWords = ({ delta, note }: ExpEntry): string =>
  delta === null ? t('待计算') : [delta > 0 ? `+${delta}` : String(delta), noteWords(note)].filter(Boolean).join(' ')

/** What the level gives, where it gives anything. */
function Gives({ standing: { dispatchWeight, rangeBonusM, freeWithdrawals, commissionOffBp } }: { standing: Standing }) {
  const gives = [
    dispatchWeight > 100 && t('优先派单'),
    rangeBonusM > 0 && t('听单范围增加 {distance}', { distance: distance(rangeBonusM) }),
    freeWithdrawals !== null && freeWithdrawals > 0 && t('每周免费提现 {n} 次', { n: freeWithdrawals }),
    commissionOffBp > 0 && t('平台抽成减 {rate}', { rate: percent(commissionOffBp) }),
  ].filter((one) => one !== false)
  return gives.length === 0 ? null : (
    <section className="card" aria-label={t('等级权益')}>
      <h2>{t('等级权益')}</h2>
      {gives.map((one) => (
        <p key={one}>{one}</p>
      ))}
    </section>
  )
}
