import { citySwitchCalls, citySwitches, dutySwitch } from '@chauffeur/contract/operations/city-switch'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { durationText } from '#ui/show/measure.view.ts'
import { exactTimeText } from '#ui/show/time.view.ts'
import { type OpenSwitch, showsSwitches, switchStatusText, switchStatusTone } from './switch.view.ts'

interface Props extends OpenSwitch {
  open: boolean
  onClose: () => void
}

/** Every change of a switch, those to come included, and the way back. */
export const SwitchHistoryDrawer = ({ city, stand: { key, mayChange }, open, onClose }: Props) => (
  <VersionsDrawer
    open={open}
    title={t('{name} 的历史', { name: `${tr(city.name)} ${tr(citySwitches[key].name)}` })}
    query={useCall(citySwitchCalls.history, { cityId: city.cityId, key }, { enabled: open })}
    factsOf={({ on, prepayWaitS, effectiveFrom }) => [
      { label: tr(citySwitches[key].name), words: on ? t('开启') : t('关闭〔开关〕') },
      ...(key === 'prePay'
        ? [{ label: t('预付等待时间'), words: prepayWaitS === null ? t('系统默认〔时间〕') : durationText(prepayWaitS) }]
        : []),
      ...(dutySwitch.options.some((one) => one === key)
        ? []
        : [{ label: t('生效时间'), words: exactTimeText(effectiveFrom, city.utcOffsetMinutes), stays: true }]),
    ]}
    standingOf={({ status, effectiveFrom }) => ({
      words: tr(switchStatusText[status]),
      tone: switchStatusTone[status],
      inForce: status === 'EFFECTIVE',
      from: effectiveFrom,
    })}
    back={
      mayChange
        ? {
            call: citySwitchCalls.save,
            save: ({ on, prepayWaitS }, newest, changeReason) =>
              sendCall(
                citySwitchCalls.save,
                { cityId: city.cityId, key, on, ...(prepayWaitS !== null && { prepayWaitS }), version: newest.version, changeReason },
                { silent: true },
              ),
            refreshes: showsSwitches,
          }
        : undefined
    }
    onClose={onClose}
  />
)
