import { useEffect, useSyncExternalStore } from 'react'
import { t } from '#platform/text/text.ts'
import { isOutdated, subscribeOutdated, watchVersion } from '#platform/browser/version.ts'

/** Says that a new version was deployed. When it is taken is the operator's choice: what is typed is asked for before the page goes. */
export function VersionStrip() {
  useEffect(watchVersion, [])
  const outdated = useSyncExternalStore(subscribeOutdated, isOutdated)
  if (!outdated) return null
  return (
    <div className="version-strip" role="status">
      <span>{t('新版本已发布，刷新后使用')}</span>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('刷新')}
      </button>
    </div>
  )
}
