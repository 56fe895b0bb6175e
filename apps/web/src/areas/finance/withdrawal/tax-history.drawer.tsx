import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { savedAgain } from '#kit/config/config.view.ts'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { factsOfTax } from './withdrawal.view.ts'

interface HistoryProps {
  open: boolean
  mayReturn: boolean
  onClose: () => void
}

/** What was withheld as tax from when on, and the way back to it. */
export const TaxHistoryDrawer = ({ open, mayReturn, onClose }: HistoryProps) => (
  <VersionsDrawer
    open={open}
    title={t('代缴设置的历史')}
    query={useCall(withdrawalTermsCalls.taxHistory, {}, { enabled: open })}
    factsOf={factsOfTax}
    back={
      mayReturn
        ? {
            call: withdrawalTermsCalls.saveTaxConfig,
            save: (version, newest, changeReason) =>
              sendCall(
                withdrawalTermsCalls.saveTaxConfig,
                { ...savedAgain(version), version: newest.version, changeReason },
                { silent: true },
              ),
            refreshes: [withdrawalTermsCalls.taxConfig, withdrawalTermsCalls.taxHistory],
          }
        : undefined
    }
    onClose={onClose}
  />
)
