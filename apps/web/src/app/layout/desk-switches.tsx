import { accountCalls } from '@chauffeur/contract/account'
import { useCall, useSend } from '#platform/call.ts'
import { useCan } from '#platform/session.ts'
import { t } from '#platform/text.ts'
import { PopupItem } from './popup.tsx'

/** What an operator of the call centre switches for the own desk. */
export function DeskSwitches() {
  return useCan('callCentre.view') ? <Switches /> : null
}

function Switches() {
  const popup = useCall(accountCalls.popup, {}, { quiet: true })
  const cloud = useCall(accountCalls.cloudPhone, {}, { quiet: true })
  const savePopup = useSend(accountCalls.savePopup, { refreshes: [accountCalls.popup] })
  const saveCloud = useSend(accountCalls.saveCloudPhone, { refreshes: [accountCalls.cloudPhone] })
  const pairs = [
    [t('来电弹屏'), popup.data, savePopup],
    [t('使用云电话'), cloud.data, saveCloud],
  ] as const
  return (
    <>
      <hr />
      {pairs.map(([name, known, save]) => (
        <PopupItem
          key={name}
          toggles
          checked={known?.enabled ?? false}
          disabled={known === undefined}
          onPick={() => {
            if (known && !save.pending) void save.send({ enabled: !known.enabled }).catch(() => undefined)
          }}
        >
          {name}
        </PopupItem>
      ))}
    </>
  )
}
