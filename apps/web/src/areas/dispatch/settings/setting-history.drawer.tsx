import { dispatchModeText, dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { changesOf, type Setting } from './settings.view.ts'
import '#shared/city/scope-fields.css'

/** Every version of a setting, newest first, with what each changed. */
export function SettingHistoryDrawer({ row, onClose }: { row: Setting | null; onClose: () => void }) {
  const [kept, setKept] = useState(row)
  if (row !== null && row !== kept) setKept(row)
  return (
    <Drawer open={row !== null} title={t('派单设置的历史')} size={560} onClose={onClose} destroyOnHidden>
      {kept ? <Versions settingId={kept.settingId} /> : null}
    </Drawer>
  )
}

function Versions({ settingId }: { settingId: string }) {
  const query = useCall(dispatchSettingsCalls.history, { settingId })
  return (
    <Async query={query}>
      {({ rows }) => (
        <ol className="dispatch-versions">
          {rows.map((version, index) => (
            <Version key={version.version} version={version} before={rows[index + 1]} />
          ))}
        </ol>
      )}
    </Async>
  )
}

function Version({ version, before }: { version: Setting; before: Setting | undefined }) {
  const window = (one: Setting) => (one.from === null ? t('全天') : `${one.from}–${one.to}`)
  const changes = [
    ...(!before || before.mode !== version.mode
      ? [{ label: t('派单方式'), was: before ? tr(dispatchModeText[before.mode]) : null, is: tr(dispatchModeText[version.mode]) }]
      : []),
    ...(!before || window(before) !== window(version)
      ? [{ label: t('时段'), was: before ? window(before) : null, is: window(version) }]
      : []),
    ...(before && before.enabled !== version.enabled
      ? [{ label: t('状态'), was: before.enabled ? t('已启用') : t('已停用'), is: version.enabled ? t('已启用') : t('已停用') }]
      : []),
    ...changesOf(version, before),
  ]
  return (
    <li>
      <header>
        <strong>{t('第 {n} 版', { n: version.version })}</strong>
        <EnabledTag enabled={version.enabled} />
        <span>{version.changedBy || t('系统')}</span>
        <Time at={version.changedAt} as="short" />
      </header>
      {version.remark ? <p>{version.remark}</p> : null}
      {changes.length === 0 ? (
        <p>{t('参数未变')}</p>
      ) : (
        <dl>
          {changes.map(({ label, was, is }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="ui-number">
                {was === null ? null : <span className="dispatch-was">{was} → </span>}
                {is}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
