import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { savedAgain } from '#kit/config/config.view.ts'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { type CancelRow, factsOf } from './cancel-rule.view.ts'

/** Every version of a rule, and the way back to it. */
export function CancelRuleHistoryDrawer({ row, open, onClose }: { row: CancelRow; open: boolean; onClose: () => void }) {
  const { data: places } = useCall(cancelRulesCalls.places, {})
  return (
    <VersionsDrawer
      open={open}
      title={t('规则 {code} 的历史', { code: row.code })}
      query={useCall(cancelRulesCalls.history, { rowId: row.rowId }, { enabled: open })}
      factsOf={(version) => factsOf(version, places)}
      back={{
        call: cancelRulesCalls.save,
        save: (version, newest, changeReason) =>
          sendCall(cancelRulesCalls.save, { ...savedAgain(version), version: newest.version, changeReason }, { silent: true }),
      }}
      onClose={onClose}
    />
  )
}
