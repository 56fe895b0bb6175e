import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { savedAgain } from '#kit/config/config.view.ts'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { factsOfTax, factsOfTerms, type Setting } from './withdrawal.view.ts'

interface HistoryProps {
  open: boolean
  mayReturn: boolean
  onClose: () => void
}

/** Which terms held from when on, and the way back to them. */
export const TermsHistoryDrawer = ({ row, open, mayReturn, onClose }: HistoryProps & { row: Setting }) => (
  <VersionsDrawer
    open={open}
    title={t('{name} 的历史', { name: row.cityId ? tr(row.cityName) : t('全部城市') })}
    query={useCall(withdrawalTermsCalls.history, { settingId: row.settingId }, { enabled: open })}
    factsOf={factsOfTerms}
    back={
      mayReturn
        ? {
            call: withdrawalTermsCalls.save,
            save: (version, newest, changeReason) =>
              sendCall(withdrawalTermsCalls.save, { ...savedAgain(version), version: newest.version, changeReason }, { silent: true }),
            refreshes: [withdrawalTermsCalls.ways, withdrawalTermsCalls.history],
          }
        : undefined
    }
    onClose={onClose}
  />
)

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
