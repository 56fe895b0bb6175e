import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { savedAgain } from '#kit/config/config.view.ts'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { factsOf, type Setting } from './settings.view.ts'

/** Every version of a setting, and the way back to it. Whether it is in use is switched, not returned to. */
export function SettingHistoryDrawer({ row, open, onClose }: { row: Setting; open: boolean; onClose: () => void }) {
  const { settingId } = row
  return (
    <VersionsDrawer
      open={open}
      title={t('派单设置的历史')}
      query={useCall(dispatchSettingsCalls.history, { settingId }, { enabled: open })}
      factsOf={factsOf}
      back={{
        call: dispatchSettingsCalls.update,
        save: (version, newest, changeReason) =>
          sendCall(
            dispatchSettingsCalls.update,
            { ...savedAgain(version), version: newest.version, changeReason, ...(version.from === null && { allDay: true }) },
            { silent: true },
          ),
      }}
      onClose={onClose}
    />
  )
}
