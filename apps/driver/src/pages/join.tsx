import { driverJoinCalls } from '@chauffeur/contract/driver/invitation'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useState } from 'react'
import type { Session } from '../platform/session.ts'
import { t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask } from '../platform/wire.ts'
import { Problem } from './parts.tsx'

/** The page behind a link of a text message. Nothing is used up before the driver says that it is them: messengers open links, too. */
export function Join({ token, onJoined, onOther }: { token: string; onJoined: (session: Session) => void; onOther: () => void }) {
  const [found, setFound] = useState<AnswerOf<typeof driverJoinCalls.invitation> | null>(null)
  const [problem, setProblem] = useState('')
  const join = useAct()
  useEffect(() => {
    ask(driverJoinCalls.invitation, { token }).then(setFound, (error: Error) => setProblem(error.message))
  }, [token])

  const begin = async () => {
    const joined = await ask(driverJoinCalls.join, { token })
    onJoined({
      tenantId: found!.tenantId,
      brandName: found!.brandName,
      token: joined.token,
      name: joined.name,
      driverNo: joined.driverNo,
    })
  }
  return (
    <main className="sheet">
      <h1>{found?.brandName ?? t('司机端')}</h1>
      {found ? (
        <>
          <p className="lead">{t('{name}，您好', { name: found.name })}</p>
          <p>{t('{brand} 邀请您在{city}接单。确认后，这部手机就是您的司机端。', { brand: found.brandName, city: found.cityName })}</p>
          <Problem of={join} />
          <button type="button" className="primary" disabled={join.busy} onClick={() => join.run(begin)}>
            {t('我是 {name}，开始使用', { name: found.name })}
          </button>
        </>
      ) : (
        <>
          <Problem of={{ problem }} />
          {problem === '' ? <p role="status">{t('正在打开…')}</p> : null}
        </>
      )}
      <button type="button" className="quiet" onClick={onOther}>
        {t('用手机号登录')}
      </button>
    </main>
  )
}
