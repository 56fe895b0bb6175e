import { t } from '#platform/text/text.ts'
import { Time } from '#ui/show/time.tsx'
import './config.css'

interface VersionLineProps {
  /** What holds; of all cities where it has no city. */
  holds: { version: number; cityId: string | null; changedBy: string | null; changedAt: string | null }
  /** The city that is looked at. */
  cityId: string | null
}

/** Which version of a setting holds, whose it is and since when. */
export function VersionLine({ holds, cityId }: VersionLineProps) {
  if (holds.version === 0) return t('系统默认，尚未修改')
  return (
    <>
      {cityId && holds.cityId === null ? `${t('按全部城市的规则')} · ` : ''}
      {t('第 {n} 版', { n: holds.version })} · <span data-given="">{holds.changedBy || t('系统')}</span>
      {holds.changedAt ? (
        <>
          {' · '}
          <Time at={holds.changedAt} />
        </>
      ) : null}
    </>
  )
}
