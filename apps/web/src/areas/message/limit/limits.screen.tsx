import { messageLimitCalls, type MessageLimits } from '@chauffeur/contract/message/limits'
import type { Fact } from '#kit/config/config.view.ts'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import { ClockField, CountField, FieldRow } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { NoMessageService } from '#shared/message/no-message-service.tsx'
import { Page } from '#ui/page/page.tsx'

const hoursWords = ({ quietFrom, quietTo }: MessageLimits) => (quietFrom === null ? t('不设免打扰') : `${quietFrom}–${quietTo}`)
const mostWords = ({ remindersPerDay }: MessageLimits) =>
  remindersPerDay === null ? t('不设上限') : t('每天 {n} 条', { n: remindersPerDay })
const marketingWords = ({ marketingPer30Days }: MessageLimits) =>
  marketingPer30Days === null ? t('不设上限') : t('30 天 {n} 条', { n: marketingPer30Days })
const factsOf = (limits: MessageLimits): Fact[] => [
  { label: t('免打扰时段'), words: hoursWords(limits) },
  { label: t('每个手机号每天最多提醒'), words: mostWords(limits) },
  { label: t('每个手机号最多营销短信'), words: marketingWords(limits) },
]

const limitSetting = (): CitySetting<typeof messageLimitCalls.get, typeof messageLimitCalls.update> => ({
  what: t('短信发送限制'),
  read: messageLimitCalls.get,
  save: messageLimitCalls.update,
  history: messageLimitCalls.history,
  columns: [
    { title: t('免打扰时段'), cell: hoursWords },
    { title: t('每个手机号每天最多提醒'), cell: mostWords },
    { title: t('每个手机号最多营销短信'), cell: marketingWords },
  ],
  factsOf,
  fields: () => (
    <>
      <FieldRow>
        <ClockField name="quietFrom" label={t('免打扰开始')} hint={t('城市当地时间；都不填为不设免打扰')} />
        <ClockField name="quietTo" label={t('免打扰结束')} hint={t('早于开始则跨零点')} />
      </FieldRow>
      <FieldRow>
        <CountField
          name="remindersPerDay"
          label={t('每个手机号每天最多提醒')}
          min={1}
          max={100}
          hint={t('不填为不限；按城市的自然日计算')}
        />
        <CountField name="marketingPer30Days" label={t('每个手机号 30 天内最多营销短信')} min={1} max={100} hint={t('不填为不限')} />
      </FieldRow>
      <p>{t('提醒指未支付费用的提醒：免打扰时段内系统等到时段结束再提醒，员工也不能发送。验证码和行程中的短信不受限制。')}</p>
      <p>{t('司机端消息不受这些限制，也不计入提醒条数；证件到期提醒与短信同时发出。')}</p>
      <p>{t('营销群发也遵守免打扰时段；没有设置的城市，22:00–08:00 不发送营销短信。')}</p>
    </>
  ),
})

/** When nobody is reminded, and how often at most, by city. */
export default function LimitsScreen() {
  return (
    <Page title={t('短信发送限制')}>
      <NoMessageService />
      <CitySettingPanel alone of={limitSetting()} />
    </Page>
  )
}
