import { kindsOfStage, type OrderFileKind, stageOf } from '@chauffeur/contract/quality/photo-model'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { kindWords } from '../../photos/kinds.ts'
import { OnTheWay } from '../../photos/on-the-way.tsx'
import { add } from '../../photos/uploads.ts'
import { useUploads } from '../../photos/use-uploads.ts'
import { t } from '../../platform/text.ts'
import { useAct } from '../../platform/use-act.ts'
import { Problem } from '../parts.tsx'

interface Props {
  token: string
  orderId: string
  kind: OrderFileKind
  /** The id of each picture that is up. */
  onTaken?: (fileId: string) => void
}

const WORDS: Partial<Record<OrderFileKind, () => string>> = {
  VEHICLE_BEFORE: () => t('拍下车辆外观（接车）'),
  VEHICLE_AFTER: () => t('拍下车辆外观（还车）'),
  RECEIPT: () => t('拍下票据'),
}

/** The telephone's camera; each picture goes up at once, in parts over a bad network, and the same one twice is one. */
export function Pictures({ token, orderId, kind, onTaken }: Props) {
  const { pending, waits, doneOf } = useUploads(orderId)
  const act = useAct()
  const stage = stageOf(kind)
  // Receipts belong to a line of the bill: each of theirs is told of once.
  const done = doneOf([kind])
  const told = useRef(done.length)
  useEffect(() => {
    for (const { fileId } of done.slice(told.current)) onTaken?.(fileId)
    told.current = done.length
  }, [done, onTaken])

  const take = (of: OrderFileKind) => (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    act.run(async () => {
      for (const file of files) await add(token, file, { orderId, kind: of })
    })
  }
  const parts = stage === 'BILL' ? [] : kindsOfStage(stage).filter((one) => one !== kind)
  const own = pending.filter((one) => stageOf(one.kind) === stage)
  return (
    <>
      <label className="button">
        {act.busy ? t('正在上传…') : WORDS[kind]?.()} {done.length > 0 ? t('已传 {n} 张', { n: done.length }) : null}
        <input type="file" accept="image/*" capture="environment" multiple disabled={act.busy} onChange={take(kind)} />
      </label>
      {parts.length > 0 ? (
        <details className="parts">
          <summary>{t('按部位拍摄')}</summary>
          <div>
            {parts.map((one) => (
              <label key={one} className="button" data-done={doneOf([one]).length > 0}>
                {kindWords(one)}
                <input type="file" accept="image/*" capture="environment" disabled={act.busy} onChange={take(one)} />
              </label>
            ))}
          </div>
        </details>
      ) : null}
      <OnTheWay pending={own} waits={waits} />
      <Problem of={act} />
    </>
  )
}
