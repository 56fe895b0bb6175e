import { photoCalls } from '@chauffeur/contract/quality/photo'
import { type PhotoJudgement, type PhotoReason, photoReason, photoReasonText, saidByClock } from '@chauffeur/contract/quality/photo-model'
import { Button, Input, type InputRef } from 'antd'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { RefusalError, refresh, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { type FullPhoto, kindWords, photoReads, verdictTone, verdictWords } from './photo.view.ts'

/** What a key does here now; undefined where it is not this bar's. */
export type VerdictKeys = (key: string) => (() => void) | undefined

interface BarProps {
  ref: Ref<VerdictKeys>
  photo: FullPhoto
  /** Said in words; whether the order is done with it. */
  onDone: (words: string, all: boolean) => void
  onSaid: (words: string) => void
}
const REASONS: readonly PhotoReason[] = photoReason.options.filter((reason) => !saidByClock.has(reason))
/** The digit that chooses a reason; the last of them asks for words. */
const digitOf = (position: number) => String((position + 1) % 10)

/** OK, not OK, to be taken again: one key each, and where it is not OK a digit for the reason. */
export function VerdictBar({ ref, photo, onDone, onSaid }: BarProps) {
  const { send, pending } = useSend(photoCalls.verdict, { refreshes: photoReads })
  const [asks, setAsks] = useState<'BAD' | 'RETAKE' | null>(null)
  const [reason, setReason] = useState<PhotoReason | null>(null)
  const [note, setNote] = useState('')
  const words = useRef<InputRef>(null)
  const { fileId, version, verdict } = photo
  const replaced = verdict === 'RETAKEN'

  const say = async (now: PhotoJudgement, why?: PhotoReason) => {
    onSaid('')
    try {
      const { case: held } = await send({ fileId, verdict: now, version, ...(why && { reason: why }), ...(note && { note }) })
      setAsks(null)
      const done: Record<PhotoJudgement, string> = {
        OK: t('{kind} 合格', { kind: kindWords(photo) }),
        BAD: t('{kind} 不合格，已计入司机等级', { kind: kindWords(photo) }),
        RETAKE: t('{kind} 已通知司机重拍', { kind: kindWords(photo) }),
      }
      onDone(done[now], held === null || held.judged === held.photos)
    } catch (error) {
      void refresh(photoReads)
      const name = error instanceof RefusalError ? (error.data as { name?: string } | null)?.name : undefined
      onSaid(name ? t('{name} 正在处理这一单', { name }) : faultOf(error).title)
    }
  }
  const choose = (why: PhotoReason) => {
    setReason(why)
    if (why === 'OTHER' && !note) return words.current?.focus()
    void say(asks!, why)
  }
  const ask = (of: 'BAD' | 'RETAKE') => {
    setReason(null)
    setAsks(asks === of ? null : of)
  }
  const acts: Record<string, (() => void) | undefined> = asks
    ? {
        ...Object.fromEntries(REASONS.map((one, position) => [digitOf(position), () => choose(one)])),
        Escape: () => setAsks(null),
        R: () => ask('BAD'),
        T: () => ask('RETAKE'),
      }
    : { A: verdict === 'OK' ? undefined : () => void say('OK'), R: () => ask('BAD'), T: () => ask('RETAKE') }
  useImperativeHandle(ref, () => (key: string) => (pending || replaced ? undefined : acts[key]))
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asks) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [asks])
  return (
    <div className="photo-verdicts" ref={box}>
      <div className="photo-buttons">
        <Tag tone={verdictTone[verdict]}>{verdictWords(photo)}</Tag>
        {photo.note ? (
          <span className="ui-none" data-given="">
            {photo.note}
          </span>
        ) : null}
        {replaced ? (
          <span className="ui-none">{t('司机已重拍，请审核新照片')}</span>
        ) : (
          <>
            <Button
              type="primary"
              loading={pending && !asks}
              disabled={verdict === 'OK'}
              aria-keyshortcuts="A"
              onClick={() => void say('OK')}
            >
              {t('合格〔照片〕')} <KeyHint keys="A" />
            </Button>
            <Button danger disabled={verdict === 'BAD'} aria-expanded={asks === 'BAD'} aria-keyshortcuts="R" onClick={() => ask('BAD')}>
              {t('不合格〔照片〕')} <KeyHint keys="R" />
            </Button>
            <Button disabled={verdict === 'RETAKE'} aria-expanded={asks === 'RETAKE'} aria-keyshortcuts="T" onClick={() => ask('RETAKE')}>
              {t('要求重拍')} <KeyHint keys="T" />
            </Button>
          </>
        )}
      </div>
      {asks ? (
        <div className="photo-reasons" role="group" aria-label={asks === 'BAD' ? t('为什么不合格') : t('为什么重拍')}>
          <span>{asks === 'BAD' ? t('为什么不合格') : t('为什么重拍')}</span>
          {REASONS.map((one, position) => (
            <Button key={one} size="small" aria-pressed={reason === one} loading={pending && reason === one} onClick={() => choose(one)}>
              {tr(photoReasonText[one])} <KeyHint keys={digitOf(position)} />
            </Button>
          ))}
          <Input
            ref={words}
            size="small"
            value={note}
            maxLength={200}
            placeholder={t('说明（司机会看到），回车提交')}
            aria-label={t('说明（司机会看到），回车提交')}
            onChange={({ target }) => setNote(target.value)}
            onPressEnter={() => void say(asks, reason ?? 'OTHER')}
          />
        </div>
      ) : null}
    </div>
  )
}
