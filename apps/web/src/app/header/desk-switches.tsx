import { accountCalls } from '@chauffeur/contract/access/account'
import { useCall, useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { PopupItem } from '../overlay/popup.tsx'

/** What an operator of the call centre switches for the own desk: whether a caller opens the customer’s window. */
export function DeskSwitches() {
  return useCan('callCentre.view') ? <Switches /> : null
}

function Switches() {
  const { data: popup } = useCall(accountCalls.popup, {}, { silent: true })
  const { send, pending } = useSend(accountCalls.savePopup, { refreshes: [accountCalls.popup] })
  return (
    <>
      <hr />
      <PopupItem
        toggles
        checked={popup?.enabled ?? false}
        disabled={popup === undefined}
        onPick={() => {
          if (popup && !pending) void send({ enabled: !popup.enabled }).catch(() => undefined)
        }}
      >
        {t('来电弹屏')}
      </PopupItem>
    </>
  )
}
