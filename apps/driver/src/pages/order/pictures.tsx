import { dispatchCalls, type OrderFileKind } from '@chauffeur/contract/driver/app'
import { type ChangeEvent, useState } from 'react'
import { t } from '../../platform/text.ts'
import { useAct } from '../../platform/use-act.ts'
import { ask } from '../../platform/wire.ts'
import { Problem } from '../parts.tsx'

interface Props {
  token: string
  orderId: string
  kind: OrderFileKind
  /** The id of each picture that is up. */
  onTaken?: (fileId: string) => void
}

const WORDS: Record<OrderFileKind, () => string> = {
  VEHICLE_BEFORE: () => t('拍下车辆外观（接车）'),
  VEHICLE_AFTER: () => t('拍下车辆外观（还车）'),
  RECEIPT: () => t('拍下票据'),
}

/** The telephone's camera; each picture goes up at once, and the same one twice is one. */
export function Pictures({ token, orderId, kind, onTaken }: Props) {
  const [count, setCount] = useState(0)
  const act = useAct()
  const upload = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    act.run(async () => {
      for (const file of files) {
        const { fileId } = await ask(dispatchCalls.uploadFile, { id: orderId, kind, file: file as never }, token)
        onTaken?.(fileId)
        setCount((n) => n + 1)
      }
    })
  }
  return (
    <>
      <label className="button">
        {act.busy ? t('正在上传…') : WORDS[kind]()} {count > 0 ? t('已传 {n} 张', { n: count }) : null}
        <input type="file" accept="image/*" capture="environment" multiple disabled={act.busy} onChange={upload} />
      </label>
      <Problem of={act} />
    </>
  )
}
