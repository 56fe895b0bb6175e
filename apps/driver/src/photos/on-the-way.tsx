import { t } from '../platform/text.ts'
import { kindWords } from './kinds.ts'
import { forget, isOfClaim, type Pending } from './uploads.ts'

const wordsOf = (one: Pending) => (isOfClaim(one) ? t('理赔照片') : kindWords(one.kind))

/** Pictures that are not up yet: how far each is, or why it is not taken. */
export function OnTheWay({ pending, waits }: { pending: readonly Pending[]; waits: boolean }) {
  if (pending.length === 0) return null
  return (
    <ul className="lines uploads" aria-label={t('正在上传的照片')}>
      {pending.map((one) => (
        <li key={one.key}>
          <span>{wordsOf(one)}</span>
          {one.refused ? (
            <>
              <span className="problem">{one.refused}</span>
              <button type="button" className="quiet" onClick={() => forget(one)}>
                {t('不再上传')}
              </button>
            </>
          ) : (
            <progress value={one.received} max={one.picture.size} aria-label={wordsOf(one)} />
          )}
        </li>
      ))}
      {waits ? <li className="hint">{t('网络不通或服务繁忙，照片已保存在手机里，稍后自动续传')}</li> : null}
    </ul>
  )
}
