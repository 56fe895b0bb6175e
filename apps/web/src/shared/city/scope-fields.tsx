import type { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type ServiceType, serviceTypeText } from '@chauffeur/contract/order/model'
import { ChannelField, SelectField } from '#kit/fields/fields.ts'
import { t, tr } from '#platform/text/text.ts'

export interface Places {
  cities: readonly { cityId: string; name: string }[]
  channels: readonly { channelId: string; name: string }[]
}
/** The same with where the cities are. */
export type Choices = AnswerOf<typeof dispatchSettingsCalls.choices>

export const serviceOptions = () =>
  (Object.keys(serviceTypeText) as ServiceType[]).map((value) => ({ value, label: tr(serviceTypeText[value]) }))

/** For which channel and service a row holds; left empty it holds for all. */
export const ChannelAndService = ({ locked }: { locked?: boolean }) => (
  <>
    <ChannelField name="channelId" locked={locked} placeholder={t('全部渠道')} />
    <SelectField name="serviceType" label={t('业务类型')} locked={locked} placeholder={t('全部业务')} choices={serviceOptions()} />
  </>
)
