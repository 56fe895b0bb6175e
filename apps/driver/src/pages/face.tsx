import { driverFaceAppCalls, type FaceTrigger } from '@chauffeur/contract/qualification/face'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type ChangeEvent, useEffect, useState } from 'react'
import { clock, t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask, Refused } from '../platform/wire.ts'
import { Problem } from './parts.tsx'

type Face = AnswerOf<typeof driverFaceAppCalls.face>
interface Props {
  token: string
  /** What the face is asked for; null for who only looks at what they agreed to. */
  trigger: FaceTrigger | null
  /** Once it is passed, and when the driver goes back. */
  onPassed: () => void
  onClose: () => void
}

/** Where a driver looks at what they agreed to and takes it back, whether or not their face is asked for. */
export function FaceButton({ token, onOpen }: { token: string; onOpen: () => void }) {
  const [face, setFace] = useState<Face | null>(null)
  useEffect(() => {
    ask(driverFaceAppCalls.face, {}, token).then(setFace, () => undefined)
  }, [token])
  return face?.picture || face?.consent.at ? (
    <button type="button" className="plain" onClick={onOpen}>
      {t('人脸核验')}
    </button>
  ) : null
}

/** Shows a face where the city asks for it: what the driver agrees to first, then the camera. */
export function FacePage({ token, trigger, onPassed, onClose }: Props) {
  const [face, setFace] = useState<Face | null>(null)
  const [unread, setUnread] = useState('')
  const act = useAct()
  useEffect(() => {
    ask(driverFaceAppCalls.face, {}, token).then(setFace, (error: unknown) =>
      setUnread(error instanceof Error ? error.message : String(error)),
    )
  }, [token])
  const consent = (agree: boolean) =>
    act.run(async () => setFace(await ask(driverFaceAppCalls.faceConsent, { agree, version: face!.consent.version }, token)))
  const show = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file || !trigger) return
    act.run(async () => {
      try {
        await ask(driverFaceAppCalls.facePicture, { trigger, file: file as never }, token)
      } catch (error) {
        // How often they may try again.
        setFace(await ask(driverFaceAppCalls.face, {}, token))
        const { reason = '' } = (error instanceof Refused && (error.data as { reason?: string } | null)) || {}
        throw reason ? new Error(t('{what}：{why}', { what: (error as Error).message, why: reason })) : error
      }
      onPassed()
    })
  }
  const takeBack = (
    <button type="button" className="quiet" disabled={act.busy} onClick={() => consent(false)}>
      {t('撤回同意并删除照片')}
    </button>
  )
  return (
    <main className="sheet">
      <header>
        <strong>{t('人脸核验')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      <Problem of={{ problem: act.problem || unread }} />
      {face === null ? null : face.consent.given ? (
        <>
          {trigger === null ? (
            <p className="hint">{t('您已同意人脸信息处理说明。')}</p>
          ) : face.lockedUntil ? (
            <p className="hint">{t('{time} 后可再次核验', { time: clock(face.lockedUntil) })}</p>
          ) : (
            <>
              <p className="hint">{t('请在光线充足处正对镜头，不要遮挡面部；还可核验 {n} 次。', { n: face.triesLeft })}</p>
              <label className="button">
                {act.busy ? t('正在核验…') : t('拍照核验')}
                <input type="file" accept="image/*" capture="user" disabled={act.busy} onChange={show} />
              </label>
            </>
          )}
          {takeBack}
        </>
      ) : (
        <section className="card" aria-label={t('人脸信息处理说明')}>
          <h2>{t('人脸信息处理说明')}</h2>
          <p>{face.consent.words}</p>
          <button type="button" className="primary" disabled={act.busy} onClick={() => consent(true)}>
            {t('同意并继续')}
          </button>
          {face.consent.at === null ? null : takeBack}
        </section>
      )}
    </main>
  )
}
