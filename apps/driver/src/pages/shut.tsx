import type { Shut } from '../platform/use-app.ts'
import { t } from '../platform/text.ts'
import { ServicePhone } from './parts.tsx'

/** The page may not be used: why, and what can be done. */
export function ShutPage({ name, shut: { error, message, detail }, onAgain }: { name: string; shut: Shut; onAgain: () => void }) {
  const tooOld = error === 'driver.appTooOld'
  return (
    <main className="sheet">
      <h1>{detail?.name || name || t('司机端')}</h1>
      <p className="problem" role="alert">
        {message}
      </p>
      {tooOld && detail ? <p>{t('最低可用版本 {version}', { version: detail.minVersion })}</p> : null}
      {tooOld && detail?.downloadUrl ? (
        <p>
          <a href={detail.downloadUrl}>{t('下载新版本')}</a>
        </p>
      ) : null}
      <button type="button" className="primary" onClick={tooOld ? () => location.reload() : onAgain}>
        {tooOld ? t('重新载入') : t('再试一次')}
      </button>
      <ServicePhone phone={detail?.servicePhone ?? ''} />
    </main>
  )
}
