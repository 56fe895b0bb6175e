import { type ServiceType, serviceTypeText } from '@chauffeur/contract/order-model'
import { Form, Select } from 'antd'
import { t, tr } from '#platform/text.ts'

export interface Places {
  cities: readonly { cityId: string; name: string }[]
  channels: readonly { channelId: string; name: string }[]
}

export const cityOptions = ({ cities }: Places) => cities.map(({ cityId, name }) => ({ value: cityId, label: tr(name) }))
export const channelOptions = ({ channels }: Places) => channels.map(({ channelId, name }) => ({ value: channelId, label: tr(name) }))
export const serviceOptions = () =>
  (Object.keys(serviceTypeText) as ServiceType[]).map((value) => ({ value, label: tr(serviceTypeText[value]) }))

/** For which channel and service a row holds; left empty it holds for all. */
export function ChannelAndService({ places, disabled }: { places: Places; disabled?: boolean }) {
  return (
    <>
      <Form.Item name="channelId" label={t('渠道')}>
        <Select allowClear disabled={disabled} placeholder={t('全部渠道')} options={channelOptions(places)} />
      </Form.Item>
      <Form.Item name="serviceType" label={t('业务类型')}>
        <Select allowClear disabled={disabled} placeholder={t('全部业务')} options={serviceOptions()} />
      </Form.Item>
    </>
  )
}
